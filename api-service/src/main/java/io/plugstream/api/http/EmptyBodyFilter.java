package io.plugstream.api.http;

import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Ignores the type of an empty body. Many clients, such as {@code curl -d ''}, send one, and not that of JSON. */
@Component
class EmptyBodyFilter implements OrderedFilter {

    @Override
    public FilterOrder place() {
        return FilterOrder.EMPTY_BODY;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (hasBody(exchange.getRequest().getHeaders())) {
            return chain.filter(exchange);
        }
        return chain.filter(exchange.mutate()
                .request(request -> request.headers(headers -> headers.remove(HttpHeaders.CONTENT_TYPE)))
                .build());
    }

    /** Without a length and without chunks there is none (RFC 9112, 6.3). */
    private static boolean hasBody(HttpHeaders headers) {
        return headers.getContentLength() > 0 || headers.containsHeader(HttpHeaders.TRANSFER_ENCODING);
    }
}
