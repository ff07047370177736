package io.plugstream.api.secret;

import io.plugstream.base.secret.SecretCipher;
import io.plugstream.base.secret.SecretOwner;
import io.plugstream.base.secret.UnreadableSecretException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Seals secrets for the database, off the event loop because the first use of a cipher loads it. */
@Component
public final class SecretSeal {

    private final SecretCipher cipher;

    SecretSeal(SecretCipher cipher) {
        this.cipher = cipher;
    }

    public Mono<String> seal(String secret, SecretOwner owner) {
        return Mono.fromCallable(() -> cipher.seal(secret, owner)).subscribeOn(Schedulers.boundedElastic());
    }

    /** Whether {@code stored} is this secret. One that no key opens counts as another, so that it can be replaced. */
    public boolean isOf(String stored, String secret, SecretOwner owner) {
        return opened(stored, owner)
                .filter(clear -> MessageDigest.isEqual(
                        clear.getBytes(StandardCharsets.UTF_8), secret.getBytes(StandardCharsets.UTF_8)))
                .isPresent();
    }

    /** Whether a key opens {@code stored}. Deliveries of a webhook with a secret that does not open fail. */
    public boolean opens(String stored, SecretOwner owner) {
        return opened(stored, owner).isPresent();
    }

    private Optional<String> opened(String stored, SecretOwner owner) {
        try {
            return Optional.of(cipher.open(stored, owner));
        } catch (UnreadableSecretException _) {
            return Optional.empty();
        }
    }
}
