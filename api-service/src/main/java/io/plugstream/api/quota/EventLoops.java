package io.plugstream.api.quota;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import org.springframework.http.server.reactive.AbstractServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.netty.Connection;

/**
 * Finds a request's channel and event loop. After another thread has finished the work of many requests, each request
 * continues on its own loop: its response then needs no further switches of thread, and the other thread is free again
 * (ADR 39).
 */
final class EventLoops {

    private EventLoops() {}

    /** The event loop of the request's TCP connection. */
    static Scheduler of(ServerWebExchange exchange) {
        EventLoop loop = channel(exchange).eventLoop();
        // Hides the loop: Reactor would use it as an ExecutorService, with a future for each task.
        return Schedulers.fromExecutor(task -> loop.execute(task));
    }

    /** The request's TCP connection. */
    static Channel channel(ServerWebExchange exchange) {
        Connection connection = nativeRequest(exchange.getRequest());
        return connection.channel();
    }

    private static Connection nativeRequest(ServerHttpRequest request) {
        return request instanceof AbstractServerHttpRequest direct
                ? direct.getNativeRequest()
                : ServerHttpRequestDecorator.getNativeRequest(request);
    }
}
