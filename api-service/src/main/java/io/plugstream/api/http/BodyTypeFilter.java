package io.plugstream.api.http;

import java.util.function.Consumer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Ignores what a {@code Content-Type} says in vain: parameters of JSON, which has none (RFC 8259, 11), and the type of
 * an empty body. Many clients, such as {@code curl -d ''}, send one, and not that of JSON.
 */
@Component
class BodyTypeFilter implements OrderedFilter {

    @Override
    public FilterOrder place() {
        return FilterOrder.BODY_TYPE;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        HttpHeaders headers = request.getHeaders();
        boolean chunked = headers.containsHeader(HttpHeaders.TRANSFER_ENCODING);
        // Without a length and without chunks there is no body (RFC 9112, 6.3).
        if (headers.getContentLength() <= 0 && !chunked) {
            return chain.filter(
                    headers.containsHeader(HttpHeaders.CONTENT_TYPE)
                            ? changed(exchange, request, BodyTypeFilter::removeBody)
                            : exchange);
        }
        if (isJson(headers)) {
            return chain.filter(changed(exchange, request, BodyTypeFilter::removeParameters));
        }
        if (!chunked || !JsonBody.METHODS.contains(request.getMethod())) {
            return chain.filter(exchange);
        }
        return BufferedRequest.read(request)
                .flatMap(body -> chain.filter(changed(
                        exchange,
                        new BufferedRequest(request, body),
                        body.length == 0 ? BodyTypeFilter::removeBody : _ -> {})));
    }

    private static boolean isJson(HttpHeaders headers) {
        String type = headers.getFirst(HttpHeaders.CONTENT_TYPE);
        return type != null && type.split(";", 2)[0].strip().equalsIgnoreCase(MediaType.APPLICATION_JSON_VALUE);
    }

    private static void removeParameters(HttpHeaders headers) {
        headers.set(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON_VALUE);
    }

    private static void removeBody(HttpHeaders headers) {
        headers.remove(HttpHeaders.CONTENT_TYPE);
        headers.remove(HttpHeaders.TRANSFER_ENCODING);
    }

    private static ServerWebExchange changed(
            ServerWebExchange exchange, ServerHttpRequest request, Consumer<HttpHeaders> change) {
        return exchange.mutate()
                .request(request.mutate().headers(change).build())
                .build();
    }
}
