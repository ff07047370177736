package io.plugstream.api.secret;

import io.plugstream.base.secret.SecretCipher;
import io.plugstream.base.secret.SecretOwner;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Seals secrets for the database, off the event loop because randomness may block. */
@Component
public final class SecretSeal {

    private final SecretCipher cipher;

    SecretSeal(SecretCipher cipher) {
        this.cipher = cipher;
    }

    public Mono<String> seal(String secret, SecretOwner owner) {
        return Mono.fromCallable(() -> cipher.seal(secret, owner)).subscribeOn(Schedulers.boundedElastic());
    }
}
