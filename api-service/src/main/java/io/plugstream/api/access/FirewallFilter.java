package io.plugstream.api.access;

import io.plugstream.api.http.Fault;
import io.plugstream.api.http.FilterOrder;
import io.plugstream.api.http.OrderedFilter;
import io.plugstream.api.http.Problem;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.web.server.firewall.StrictServerWebExchangeFirewall;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Rejects requests with ambiguous paths or headers by Spring Security's rules, and addresses that are not
 * percent-encoded UTF-8. Runs after metering, so that a call that is rejected is counted, and before routing.
 */
@Component
class FirewallFilter implements OrderedFilter {

    private static final Problem ADDRESS = Problem.invalid(
            List.of(new Fault("", "the path and the query must be percent-encoded UTF-8, without a fragment")));

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
        URI address = exchange.getRequest().getURI();
        if (!isUtf8(address.getRawPath()) || !isUtf8(address.getRawQuery()) || address.getRawFragment() != null) {
            return Mono.error(ADDRESS.exception());
        }
        return firewall.getFirewalledExchange(exchange).flatMap(chain::filter);
    }

    /** Spring would read other bytes as U+FFFD, and characters that are not encoded as ISO 8859-1. */
    private static boolean isUtf8(@Nullable String encoded) {
        if (encoded == null) {
            return true;
        }
        if (!encoded.chars().allMatch(character -> character < 128)) {
            return false;
        }
        if (encoded.indexOf('%') < 0) {
            return true;
        }
        byte[] bytes = URLDecoder.decode(encoded, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1);
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException _) {
            return false;
        }
    }
}
