package io.plugstream.api.webhook;

import io.plugstream.api.access.Caller;
import io.plugstream.api.http.FilterOrder;
import io.plugstream.api.http.OrderedFilter;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemException;
import io.plugstream.api.http.ProblemType;
import org.springframework.http.server.PathContainer;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import reactor.core.publisher.Mono;

/** Rejects requests to webhook paths if the organisation's tier has no webhooks, before the request is validated. */
@Component
final class WebhookTierFilter implements OrderedFilter {

    private static final PathPattern WEBHOOKS = PathPatternParser.defaultInstance.parse("/api/v1/webhooks/**");

    @Override
    public FilterOrder place() {
        return FilterOrder.WEBHOOK_TIER;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        PathContainer path = exchange.getRequest().getPath().pathWithinApplication();
        Caller caller = Caller.of(exchange);
        boolean refused = caller != null && !caller.tier().webhooks() && WEBHOOKS.matches(path);
        return refused ? Mono.error(refusal()) : chain.filter(exchange);
    }

    static ProblemException refusal() {
        return Problem.of(ProblemType.TIER_REQUIRED, "Webhooks need the tier Starter or above.")
                .exception();
    }
}
