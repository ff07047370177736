package io.plugstream.api.http;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.timeout.WriteTimeoutHandler;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Hooks;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerResponse;

/** Closes connections of clients that stop sending their request or stop reading the response. */
@Component
public class SlowClients implements WebServerFactoryCustomizer<NettyReactiveWebServerFactory> {

    private static final Logger log = LoggerFactory.getLogger(SlowClients.class);

    private static final String UNREAD = "plugstream.unread-answer";

    private final HttpProperties properties;

    SlowClients(HttpProperties properties) {
        this.properties = properties;
    }

    @Override
    public void customize(NettyReactiveWebServerFactory factory) {
        factory.addServerCustomizers(this::bounded);
        Hooks.onErrorDropped(SlowClients::dropped);
    }

    /**
     * Logs a failure that nobody takes any more. Reactor Netty passes the timeout of a body to its reader again once
     * the 408 is sent, and an outage may end a call in the moment in which its time limit does.
     */
    static void dropped(Throwable failure) {
        if (ProblemMapping.isBug(ProblemMapping.of(failure))) {
            log.error("A failure came after the end of its work", failure);
        } else {
            log.debug("A failure came after the end of its work: {}", failure.toString());
        }
    }

    private HttpServer bounded(HttpServer server) {
        return server.idleTimeout(properties.idleTimeout())
                .requestTimeout(properties.bodyTimeout())
                .doOnChannelInit((_, channel, _) -> {
                    ChannelPipeline pipeline = channel.pipeline();
                    new RequestTimeouts(properties.headerTimeout(), properties.bodyTimeout()).addTo(pipeline);
                    pipeline.addBefore(
                            NettyPipeline.HttpCodec,
                            UNREAD,
                            new WriteTimeoutHandler(properties.idleTimeout().toMillis(), TimeUnit.MILLISECONDS));
                });
    }

    /** For responses with a time limit of their own, such as event streams. */
    public static void allowSlowReading(ServerHttpResponse response) {
        if (ServerHttpResponseDecorator.getNativeResponse(response) instanceof HttpServerResponse connected) {
            connected.withConnection(connection -> connection.removeHandler(UNREAD));
        }
    }
}
