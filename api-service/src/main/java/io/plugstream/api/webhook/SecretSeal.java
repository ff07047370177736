package io.plugstream.api.webhook;

import io.plugstream.base.secret.SecretCipher;
import io.plugstream.base.secret.SecretOwner;
import java.util.UUID;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Seals secrets for the database, off the event loop because randomness may block. */
@Component
final class SecretSeal {

    private final SecretCipher cipher;

    SecretSeal(SecretCipher cipher) {
        this.cipher = cipher;
    }

    Mono<String> seal(String secret, String organisationId, UUID webhook) {
        SecretOwner owner = new SecretOwner(organisationId, webhook.toString());
        return Mono.fromCallable(() -> cipher.seal(secret, owner)).subscribeOn(Schedulers.boundedElastic());
    }
}
