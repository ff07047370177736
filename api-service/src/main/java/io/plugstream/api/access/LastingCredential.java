package io.plugstream.api.access;

import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Checks a request's credential again during long responses such as event streams. */
@Component
public class LastingCredential {

    private final Authenticator authenticator;
    private final ApiKeyDirectory keys;
    private final SessionDirectory sessions;

    LastingCredential(Authenticator authenticator, ApiKeyDirectory keys, SessionDirectory sessions) {
        this.authenticator = authenticator;
        this.keys = keys;
        this.sessions = sessions;
    }

    /** Whether the credential is still valid; true while that cannot be checked. */
    public Mono<Boolean> isStillValid(ServerWebExchange exchange) {
        PortalSession session = PortalSession.of(exchange);
        Mono<?> found = session == null
                ? Mono.justOrEmpty(shown(exchange)).flatMap(authenticator::authenticate)
                : sessions.again(session);
        return found.hasElement().onErrorReturn(true);
    }

    /** Completes when the request's session is signed out or its API key revoked; never for ID tokens. */
    public Mono<Void> ended(ServerWebExchange exchange) {
        PortalSession session = PortalSession.of(exchange);
        if (session != null) {
            return sessions.ended(session);
        }
        return shown(exchange).orElse(null) instanceof Credential.Key(String text) ? keys.revoked(text) : Mono.never();
    }

    private static Optional<Credential> shown(ServerWebExchange exchange) {
        return CredentialReader.read(exchange.getRequest().getHeaders());
    }
}
