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
 * Closes a connection whose client takes too long from the first byte of a request to the end of its header fields.
 * Neither Netty nor Reactor Netty limits this time, because any byte restarts their timeouts. Each connection has its
 * own instance, which only its event loop uses.
 */
final class HeaderTimeout {

    private final Duration limit;
    private boolean betweenRequests = true;
    private @Nullable Future<?> end;

    HeaderTimeout(Duration limit) {
        this.limit = limit;
    }

    void addTo(ChannelPipeline pipeline) {
        pipeline.addBefore(NettyPipeline.HttpCodec, "plugstream.header-begin", new Begin());
        pipeline.addAfter(NettyPipeline.HttpCodec, "plugstream.header-end", new End());
    }

    private void cancel() {
        Future<?> running = end;
        if (running != null) {
            running.cancel(false);
        }
        end = null;
    }

    private static void close(ChannelHandlerContext context) {
        var _ = context.close();
    }

    /** Sees bytes before they are decoded. */
    private final class Begin extends ChannelInboundHandlerAdapter {

        @Override
        public void channelRead(ChannelHandlerContext context, Object bytes) {
            if (betweenRequests && end == null) {
                end = context.executor().schedule(() -> close(context), limit.toMillis(), TimeUnit.MILLISECONDS);
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
    private final class End extends ChannelInboundHandlerAdapter {

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpRequest) {
                betweenRequests = false;
                cancel();
            }
            if (message instanceof LastHttpContent) {
                betweenRequests = true;
            }
            context.fireChannelRead(message);
        }
    }
}
