package io.plugstream.api.access;

import io.plugstream.api.http.FilterOrder;
import io.plugstream.api.http.OrderedFilter;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Authenticates and authorises requests. Stateless: every request carries its own credential. An invalid credential is
 * refused even on paths that need none.
 */
@Component
class AuthenticationFilter implements OrderedFilter {

    private final Authenticator authenticator;
    private final PortalCalls portal;
    private final Refusals refusals;

    AuthenticationFilter(Authenticator authenticator, PortalCalls portal, Refusals refusals) {
        this.authenticator = authenticator;
        this.portal = portal;
        this.refusals = refusals;
    }

    @Override
    public FilterOrder place() {
        return FilterOrder.AUTHENTICATION;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (Paths.isManagement(exchange)) {
            return chain.filter(exchange);
        }
        if (portal.include(exchange)) {
            return portal.filter(exchange, chain);
        }
        Optional<Credential> shown = CredentialReader.read(exchange.getRequest().getHeaders());
        if (shown.isEmpty()) {
            return Paths.OPERATOR_API.matches(exchange) || Paths.ORGANISATION_API.matches(exchange)
                    ? refusals.unauthenticated(exchange)
                    : chain.filter(exchange);
        }
        if (refusals.isLimitReached(exchange) && !authenticator.mayCheck(shown.get())) {
            return refusals.unauthenticated(exchange);
        }
        return authenticator
                .authenticate(shown.get())
                .switchIfEmpty(Mono.defer(() -> refusals.unauthenticated(exchange)))
                .flatMap(
                        known -> isAllowed(exchange, known) ? pass(exchange, chain, known) : refusals.denied(exchange));
    }

    private static boolean isAllowed(ServerWebExchange exchange, Identified known) {
        if (Paths.OPERATOR_API.matches(exchange)) {
            return known.isOperator();
        }
        return known.caller() != null || !Paths.ORGANISATION_API.matches(exchange);
    }

    private static Mono<Void> pass(ServerWebExchange exchange, WebFilterChain chain, Identified known) {
        Caller caller = known.caller();
        if (caller != null) {
            caller.setOn(exchange);
        }
        return chain.filter(exchange);
    }
}
