package io.plugstream.api.access;

import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Looks at a request's credential again, for answers that outlast it. */
@Component
public class LastingCredential {

    private final Authenticator authenticator;

    LastingCredential(Authenticator authenticator) {
        this.authenticator = authenticator;
    }

    /** Whether a request with these headers would still be believed; true while nobody can say. */
    public Mono<Boolean> isGood(HttpHeaders headers) {
        return Mono.justOrEmpty(CredentialReader.read(headers))
                .flatMap(authenticator::authenticate)
                .hasElement()
                .onErrorReturn(true);
    }
}
