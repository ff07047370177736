package io.plugstream.api.access;

import io.plugstream.api.http.FilterOrder;
import io.plugstream.api.http.OrderedFilter;
import org.springframework.security.web.server.firewall.StrictServerWebExchangeFirewall;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Rejects requests with ambiguous paths or headers by Spring Security's rules. Runs after metering, so that a call that
 * is rejected is counted, and before routing.
 */
@Component
class FirewallFilter implements OrderedFilter {

    private final StrictServerWebExchangeFirewall firewall = new StrictServerWebExchangeFirewall();

    /** Ids in paths may contain these characters, percent-encoded. The routes decide which methods a path allows. */
    FirewallFilter() {
        firewall.setUnsafeAllowAnyHttpMethod(true);
        firewall.setAllowSemicolon(true);
        firewall.setAllowUrlEncodedPercent(true);
        firewall.setAllowUrlEncodedPeriod(true);
        // Paths are decoded once, so a decoded path that still has an escape names it literally: charger %2F.
        firewall.getDecodedUrlBlocklist().removeIf(text -> text.startsWith("%"));
    }

    @Override
    public FilterOrder place() {
        return FilterOrder.FIREWALL;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        return firewall.getFirewalledExchange(exchange).flatMap(chain::filter);
    }
}
