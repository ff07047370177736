package io.plugstream.api.access;

import io.plugstream.api.http.FilterOrder;
import io.plugstream.api.http.OrderedFilter;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemException;
import io.plugstream.api.http.ProblemType;
import org.springframework.http.HttpMethod;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Rejects calls that the caller's credential or tier does not permit, before they are validated. */
@Component
public final class PermissionFilter implements OrderedFilter {

    @Override
    public FilterOrder place() {
        return FilterOrder.PERMISSION;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        Caller caller = Caller.of(exchange);
        if (caller != null && caller.credential() == Caller.Credential.API_KEY && createsKey(exchange)) {
            return Mono.error(Problem.of(ProblemType.PORTAL_TOKEN_REQUIRED).exception());
        }
        if (caller != null && !caller.tier().webhooks() && Paths.WEBHOOKS.matches(exchange)) {
            return Mono.error(tierWithoutWebhooks());
        }
        return chain.filter(exchange);
    }

    private static boolean createsKey(ServerWebExchange exchange) {
        return HttpMethod.POST.equals(exchange.getRequest().getMethod()) && Paths.API_KEYS.matches(exchange);
    }

    /** The refusal of what needs a tier with webhooks. */
    public static ProblemException tierWithoutWebhooks() {
        return Problem.of(ProblemType.TIER_REQUIRED, "Webhooks need the tier Starter or above.")
                .exception();
    }
}
