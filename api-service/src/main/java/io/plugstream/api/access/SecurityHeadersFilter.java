package io.plugstream.api.access;

import io.plugstream.api.http.FilterOrder;
import io.plugstream.api.http.OrderedFilter;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Sets headers that protect browsers on every response; handlers may override them. */
@Component
class SecurityHeadersFilter implements OrderedFilter {

    @Override
    public FilterOrder place() {
        return FilterOrder.SECURITY_HEADERS;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        HttpHeaders headers = exchange.getResponse().getHeaders();
        // Many responses hold a secret, so no cache may store one.
        headers.set(HttpHeaders.CACHE_CONTROL, "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("X-Frame-Options", "DENY");
        headers.set("Referrer-Policy", "no-referrer");
        return chain.filter(exchange);
    }
}
