package io.plugstream.api.access;

import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Looks at a request's credential again, for answers that outlast it. */
@Component
public class LastingCredential {

    private final Authenticator authenticator;
    private final SessionDirectory sessions;

    LastingCredential(Authenticator authenticator, SessionDirectory sessions) {
        this.authenticator = authenticator;
        this.sessions = sessions;
    }

    /** Whether this request would still be believed; true while nobody can say. */
    public Mono<Boolean> isGood(ServerWebExchange exchange) {
        PortalSession session = PortalSession.of(exchange);
        Mono<?> found = session == null
                ? Mono.justOrEmpty(CredentialReader.read(exchange.getRequest().getHeaders()))
                        .flatMap(authenticator::authenticate)
                : sessions.again(session);
        return found.hasElement().onErrorReturn(true);
    }

    /** Completes when the person signs out whose session the request belongs to; never for keys and ID tokens. */
    public Mono<Void> signedOut(ServerWebExchange exchange) {
        PortalSession session = PortalSession.of(exchange);
        return session == null ? Mono.never() : sessions.ended(session);
    }
}
