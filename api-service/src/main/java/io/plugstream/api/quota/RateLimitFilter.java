package io.plugstream.api.quota;

import io.netty.util.AttributeKey;
import io.plugstream.api.access.AddressShield;
import io.plugstream.api.http.FilterOrder;
import io.plugstream.api.http.OrderedFilter;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Writes the RateLimit headers on every response: the organisation's day where it is known, else the address's minute. */
@Component
class RateLimitFilter implements OrderedFilter {

    private static final String ATTRIBUTE = RateLimit.class.getName();

    /** The limit for the next response of a connection, if no filter writes that response. */
    static final AttributeKey<RateLimit> OF_CHANNEL = AttributeKey.valueOf(RateLimit.class.getName());

    private final AddressShield shield;

    RateLimitFilter(AddressShield shield) {
        this.shield = shield;
    }

    /** Sets the rate limit for the response to this request. */
    static void set(ServerWebExchange exchange, RateLimit rateLimit) {
        exchange.getAttributes().put(ATTRIBUTE, rateLimit);
        EventLoops.channel(exchange).attr(OF_CHANNEL).set(rateLimit);
    }

    /** The rate limit from {@link #set}; null if there is none. */
    static @Nullable RateLimit of(ServerWebExchange exchange) {
        return exchange.getAttribute(ATTRIBUTE);
    }

    @Override
    public FilterOrder place() {
        return FilterOrder.RATE_LIMIT_HEADERS;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        exchange.getResponse().beforeCommit(() -> Mono.fromRunnable(() -> write(exchange)));
        return chain.filter(exchange);
    }

    private void write(ServerWebExchange exchange) {
        RateLimit known = of(exchange);
        RateLimit limit = known == null ? RateLimit.address(shield.failures(exchange.getRequest())) : known;
        limit.writeTo(exchange.getResponse().getHeaders());
    }
}
