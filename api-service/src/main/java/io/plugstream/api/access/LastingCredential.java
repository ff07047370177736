package io.plugstream.api.access;

import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Checks a request's credential again during long responses such as event streams. */
@Component
public class LastingCredential {

    private final Authenticator authenticator;
    private final SessionDirectory sessions;

    LastingCredential(Authenticator authenticator, SessionDirectory sessions) {
        this.authenticator = authenticator;
        this.sessions = sessions;
    }

    /** Whether the credential is still valid; true while that cannot be checked. */
    public Mono<Boolean> isStillValid(ServerWebExchange exchange) {
        PortalSession session = PortalSession.of(exchange);
        Mono<?> found = session == null
                ? Mono.justOrEmpty(CredentialReader.read(exchange.getRequest().getHeaders()))
                        .flatMap(authenticator::authenticate)
                : sessions.again(session);
        return found.hasElement().onErrorReturn(true);
    }

    /** Completes when the request's session is signed out; never for API keys and ID tokens. */
    public Mono<Void> signedOut(ServerWebExchange exchange) {
        PortalSession session = PortalSession.of(exchange);
        return session == null ? Mono.never() : sessions.ended(session);
    }
}
