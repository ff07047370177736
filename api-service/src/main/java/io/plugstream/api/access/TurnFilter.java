package io.plugstream.api.access;

import io.plugstream.api.database.ConnectionLine;
import io.plugstream.api.http.FilterOrder;
import io.plugstream.api.http.OrderedFilter;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Names the line in which a request's statements wait for their connections. Programs with API keys, users with ID
 * tokens and the portal do not wait for each other (ADR 118).
 */
@Component
class TurnFilter implements OrderedFilter {

    @Override
    public FilterOrder place() {
        return FilterOrder.TURN;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        Caller caller = Caller.of(exchange);
        Mono<Void> handled = chain.filter(exchange);
        return caller == null
                ? handled
                : handled.contextWrite(new ConnectionLine(caller.organisationId() + ' ' + caller.credential())::in);
    }
}
