package io.plugstream.api.key;

import io.plugstream.api.access.Caller;
import io.plugstream.api.access.Paths;
import io.plugstream.api.http.FilterOrder;
import io.plugstream.api.http.OrderedFilter;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemType;
import org.springframework.http.HttpMethod;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Rejects API keys that create an API key, before the request is validated. */
@Component
final class KeyCreationFilter implements OrderedFilter {

    @Override
    public FilterOrder place() {
        return FilterOrder.KEY_CREATION;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        Caller caller = Caller.of(exchange);
        boolean refused = caller != null
                && caller.credential() == Caller.Credential.API_KEY
                && HttpMethod.POST.equals(exchange.getRequest().getMethod())
                && Paths.API_KEYS.matches(exchange);
        return refused
                ? Mono.error(Problem.of(ProblemType.PORTAL_TOKEN_REQUIRED).exception())
                : chain.filter(exchange);
    }
}
