package io.plugstream.api.access;

import io.plugstream.api.http.FilterOrder;
import io.plugstream.api.http.OrderedFilter;
import org.springframework.http.HttpHeaders;
import org.springframework.security.web.server.firewall.StrictServerWebExchangeFirewall;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Refuses requests whose path or headers mean different things to different readers, with Spring Security's rules, and
 * says on every response what a browser must not do with it.
 */
@Component
class FirewallFilter implements OrderedFilter {

    private final StrictServerWebExchangeFirewall firewall = new StrictServerWebExchangeFirewall();

    /** Ids in paths may hold these characters, percent-encoded. Which methods a path takes is said by its routes. */
    FirewallFilter() {
        firewall.setUnsafeAllowAnyHttpMethod(true);
        firewall.setAllowSemicolon(true);
        firewall.setAllowUrlEncodedPercent(true);
        firewall.setAllowUrlEncodedPeriod(true);
    }

    @Override
    public FilterOrder place() {
        return FilterOrder.FIREWALL;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        protect(exchange.getResponse().getHeaders());
        return firewall.getFirewalledExchange(exchange).flatMap(chain::filter);
    }

    /** What an answer says itself, it says in place of this. */
    private static void protect(HttpHeaders headers) {
        headers.set(HttpHeaders.CACHE_CONTROL, "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("X-Frame-Options", "DENY");
        headers.set("Referrer-Policy", "no-referrer");
    }
}
