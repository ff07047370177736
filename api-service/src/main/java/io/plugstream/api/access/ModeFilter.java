package io.plugstream.api.access;

import io.plugstream.api.http.Fault;
import io.plugstream.api.http.FilterOrder;
import io.plugstream.api.http.OrderedFilter;
import io.plugstream.api.http.Problem;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Refuses ID tokens with an unknown mode. Runs after metering, because an invalid request counts. */
@Component
class ModeFilter implements OrderedFilter {

    @Override
    public FilterOrder place() {
        return FilterOrder.MODE;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        Caller caller = Caller.of(exchange);
        if (caller == null
                || caller.credential() != Caller.Credential.ID_TOKEN
                || CredentialReader.mode(exchange.getRequest().getHeaders()).isPresent()) {
            return chain.filter(exchange);
        }
        return Mono.error(Problem.invalid(List.of(new Fault(CredentialReader.MODE, "must be live or test")))
                .exception());
    }
}
