package io.plugstream.api.access;

import io.plugstream.api.http.FilterOrder;
import io.plugstream.api.http.HttpProperties;
import io.plugstream.api.http.OrderedFilter;
import io.plugstream.api.http.Turns;
import java.time.Duration;
import java.util.Set;
import org.springframework.http.HttpMethod;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Lets the reads of organisations take turns, so that a crowd of one organisation's requests delays its own and nobody
 * else's (ADR 118). Programs with API keys, users with ID tokens and the portal do not wait for each other. Other
 * methods take no turn: some wait for seconds, for a charger or for the rest of the request.
 */
@Component
class TurnFilter implements OrderedFilter {

    /** As long as a read waits for a connection to the database. */
    private static final Duration LONGEST_WAIT = Duration.ofMillis(1_900);

    private static final Set<HttpMethod> READS = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    private final Turns turns;

    TurnFilter(HttpProperties properties) {
        this.turns = new Turns(properties.readsInFlight(), Integer.MAX_VALUE, LONGEST_WAIT, Duration.ZERO);
    }

    @Override
    public FilterOrder place() {
        return FilterOrder.TURN;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        Caller caller = Caller.of(exchange);
        if (caller == null || !READS.contains(exchange.getRequest().getMethod())) {
            return chain.filter(exchange);
        }
        return turns.runUntilEnded(caller.organisationId() + ' ' + caller.credential(), end -> {
            // Neither an event stream nor a client that reads slowly keeps a turn.
            exchange.getResponse().beforeCommit(() -> Mono.fromRunnable(end));
            return chain.filter(exchange);
        });
    }
}
