package io.plugstream.api.access;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemException;
import io.plugstream.api.http.ProblemType;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Refuses requests without a valid or sufficient credential. */
@Component
class Refusals {

    private static final String BEARER = "Bearer realm=\"plugstream\"";
    private static final String API_KEY = "ApiKey realm=\"plugstream\"";

    private final AddressShield shield;
    private final Counter failures;

    Refusals(AddressShield shield, MeterRegistry meters) {
        this.shield = shield;
        this.failures = Counter.builder("plugstream.api.authentication.failures")
                .description("Requests that could not be authenticated")
                .register(meters);
    }

    /** Whether the request's address has reached its limit of failures in this minute. */
    boolean isLimitReached(ServerWebExchange exchange) {
        return shield.isLimitReached(exchange.getRequest());
    }

    <T> Mono<T> unauthenticated(ServerWebExchange exchange) {
        failures.increment();
        AddressShield.FailureCount failures = shield.failed(exchange.getRequest());
        if (failures.isExceeded()) {
            return Mono.error(failures.exception());
        }
        return Mono.error(challenge(exchange));
    }

    /** For requests that only ask whether the user is signed in; not counted as a failure. */
    <T> Mono<T> notSignedIn(ServerWebExchange exchange) {
        return Mono.error(challenge(exchange));
    }

    <T> Mono<T> denied(ServerWebExchange exchange) {
        boolean admin = Paths.OPERATOR_API.matches(exchange);
        // Elsewhere an operator without an organisation counts as unauthenticated.
        return admin ? Mono.error(Problem.of(ProblemType.OPERATOR_REQUIRED).exception()) : unauthenticated(exchange);
    }

    private static ProblemException challenge(ServerWebExchange exchange) {
        boolean isOfPortal = PortalPath.matches(exchange.getRequest().getURI().getRawPath());
        Problem problem = isOfPortal
                ? Problem.of(
                        ProblemType.AUTHENTICATION_REQUIRED, "Sign in to the portal. No other credential counts here.")
                : Problem.of(ProblemType.AUTHENTICATION_REQUIRED);
        return problem.exception()
                .header(HttpHeaders.WWW_AUTHENTICATE, BEARER)
                .header(HttpHeaders.WWW_AUTHENTICATE, API_KEY);
    }
}
