package io.plugstream.api.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.netty.NettyPipeline;

/**
 * Closes a connection whose client takes too long to send the header fields of a request, or its body. Neither Netty
 * nor Reactor Netty limits the time for header fields, because any byte restarts their timeouts. Reactor Netty responds
 * 408 to a slow body, but waits for ever if the request has been responded to before. Each connection has its own
 * instance, which only its event loop uses.
 */
final class RequestTimeouts {

    /** The time for Reactor Netty to respond 408. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final Duration headerLimit;
    private final Duration bodyLimit;
    private boolean betweenRequests = true;
    private @Nullable Future<?> end;

    /**
     * @param header from the first byte of a request to the end of its header fields
     * @param body from there to the end of the body
     */
    RequestTimeouts(Duration header, Duration body) {
        this.headerLimit = header;
        this.bodyLimit = body.plus(GRACE);
    }

    void addTo(ChannelPipeline pipeline) {
        pipeline.addBefore(NettyPipeline.HttpCodec, "plugstream.request-begin", new Begin());
        pipeline.addAfter(NettyPipeline.HttpCodec, "plugstream.request-progress", new Progress());
    }

    private void cancel() {
        Future<?> running = end;
        if (running != null) {
            running.cancel(false);
        }
        end = null;
    }

    private void closeAfter(Duration limit, ChannelHandlerContext context) {
        end = context.executor().schedule(() -> close(context), limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static void close(ChannelHandlerContext context) {
        var _ = context.close();
    }

    /** Sees bytes before they are decoded. */
    private final class Begin extends ChannelInboundHandlerAdapter {

        @Override
        public void channelRead(ChannelHandlerContext context, Object bytes) {
            if (betweenRequests && end == null) {
                closeAfter(headerLimit, context);
            }
            context.fireChannelRead(bytes);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            cancel();
            context.fireChannelInactive();
        }
    }

    /** Sees decoded messages. */
    private final class Progress extends ChannelInboundHandlerAdapter {

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpRequest) {
                betweenRequests = false;
                cancel();
                closeAfter(bodyLimit, context);
            }
            if (message instanceof LastHttpContent) {
                betweenRequests = true;
                cancel();
            }
            context.fireChannelRead(message);
        }
    }
}
