package io.plugstream.api.access;

import io.plugstream.api.http.FilterOrder;
import io.plugstream.api.http.OrderedFilter;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemType;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.reactive.CorsProcessor;
import org.springframework.web.cors.reactive.CorsUtils;
import org.springframework.web.cors.reactive.DefaultCorsProcessor;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Lets pages of the configured origins call the API (CORS). It runs before authentication and metering, so preflights
 * need no credential and are not counted. Without configured origins it does nothing.
 */
@Component
class CrossOriginFilter implements OrderedFilter {

    private static final List<String> METHODS = List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
    private static final List<String> REQUEST_HEADERS = List.of(
            "Accept",
            "Authorization",
            "Content-Type",
            "Idempotency-Key",
            "Last-Event-ID",
            "Plugstream-Mode",
            "X-API-Key");
    private static final List<String> RESPONSE_HEADERS = List.of(
            "Allow",
            "Idempotent-Replayed",
            "Location",
            "RateLimit",
            "RateLimit-Limit",
            "RateLimit-Policy",
            "RateLimit-Remaining",
            "RateLimit-Reset",
            "Retry-After",
            "WWW-Authenticate");

    private final CorsProcessor processor = new DefaultCorsProcessor();
    private final CorsConfiguration configuration = new CorsConfiguration();
    private final boolean on;

    CrossOriginFilter(CorsProperties properties) {
        this.on = !properties.allowedOrigins().isEmpty();
        configuration.setAllowedOrigins(properties.allowedOrigins());
        configuration.setAllowedMethods(METHODS);
        configuration.setAllowedHeaders(REQUEST_HEADERS);
        configuration.setExposedHeaders(RESPONSE_HEADERS);
        configuration.setMaxAge(properties.maxAge());
    }

    @Override
    public FilterOrder place() {
        return FilterOrder.CROSS_ORIGIN;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        if (!on || request.getHeaders().getOrigin() == null) {
            return chain.filter(exchange);
        }
        boolean preflight = CorsUtils.isPreFlightRequest(request);
        boolean allowed = isAllowed(request) && processor.process(configuration, exchange);
        if (preflight) {
            return allowed ? exchange.getResponse().setComplete() : Mono.error(refusal());
        }
        // The browser itself hides a response without CORS headers from the page; other clients ignore the headers.
        if (!allowed) {
            exchange.getResponse().getHeaders().add(HttpHeaders.VARY, HttpHeaders.ORIGIN);
        }
        return chain.filter(exchange);
    }

    private boolean isAllowed(ServerHttpRequest request) {
        return configuration.checkOrigin(request.getHeaders().getOrigin()) != null;
    }

    private static Throwable refusal() {
        return Problem.of(ProblemType.ORIGIN_NOT_ALLOWED).exception();
    }
}
