package io.plugstream.api.http;

import java.util.LinkedHashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.webflux.error.ErrorWebExceptionHandler;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** Turns every failure of every layer into a problem response. */
@Component
@Order(-2)
class ProblemHandler implements ErrorWebExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ProblemHandler.class);

    private final ObjectWriter writer;

    ProblemHandler(JsonMapper mapper) {
        this.writer = mapper.writerFor(Problem.class);
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        ServerHttpResponse response = exchange.getResponse();
        if (response.isCommitted()) {
            return Mono.error(failure);
        }
        Problem problem = ProblemMapping.of(failure);
        record(exchange, problem, failure);
        HttpHeaders headers = response.getHeaders();
        copy(failure, headers);
        if (problem.kind() == ProblemType.METHOD_NOT_ALLOWED) {
            headers.setAllow(withImplied(headers.getAllow()));
        }
        if (problem.kind() == ProblemType.REQUEST_TIMEOUT) {
            // Do not wait for the rest of the request.
            headers.set(HttpHeaders.CONNECTION, "close");
        }
        headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        response.setStatusCode(problem.kind().status());
        byte[] body = writer.writeValueAsBytes(problem);
        headers.setContentLength(body.length);
        return response.writeWith(Mono.just(response.bufferFactory().wrap(body)));
    }

    private static void copy(Throwable failure, HttpHeaders headers) {
        if (failure instanceof ErrorResponse known) {
            headers.putAll(known.getHeaders());
        } else if (failure instanceof ProblemException known) {
            headers.putAll(known.headers());
        } else if (ProblemMapping.isContention(failure)) {
            headers.set(HttpHeaders.RETRY_AFTER, "1");
        }
    }

    /** Adds the methods that Spring answers without a route for them. */
    private static Set<HttpMethod> withImplied(Set<HttpMethod> routed) {
        Set<HttpMethod> all = new LinkedHashSet<>(routed);
        if (routed.contains(HttpMethod.GET)) {
            all.add(HttpMethod.HEAD);
        }
        all.add(HttpMethod.OPTIONS);
        return all;
    }

    private static void record(ServerWebExchange exchange, Problem problem, Throwable failure) {
        if (ProblemMapping.isBug(problem)) {
            ServerHttpRequest request = exchange.getRequest();
            log.error("{} {} failed", request.getMethod(), request.getURI().getRawPath(), failure);
        } else if (problem.kind() == ProblemType.UNAVAILABLE && !(failure instanceof ProblemException)) {
            log.warn("A request gets a 503 response: {}", failure.toString());
        }
    }
}
