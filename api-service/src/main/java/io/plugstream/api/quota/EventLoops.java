package io.plugstream.api.quota;

import io.netty.channel.EventLoop;
import org.springframework.http.server.reactive.AbstractServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.Connection;

/**
 * The event loops that requests come in on. What another thread finds out for many requests at once is carried on with
 * on the loop of each one's connection: nothing of the answer has to be handed over to it later, piece by piece, and that
 * thread is free again (ADR 39).
 */
final class EventLoops {

    private EventLoops() {}

    /** The loop of the request's connection. */
    static Scheduler of(ServerWebExchange exchange) {
        Connection connection = nativeRequest(exchange.getRequest());
        EventLoop loop = connection.channel().eventLoop();
        // Not the loop itself, which would be used as an executor service, with a future for each task.
        return Schedulers.fromExecutor(task -> loop.execute(task));
    }

    private static Connection nativeRequest(ServerHttpRequest request) {
        return request instanceof AbstractServerHttpRequest direct
                ? direct.getNativeRequest()
                : ServerHttpRequestDecorator.getNativeRequest(request);
    }
}
