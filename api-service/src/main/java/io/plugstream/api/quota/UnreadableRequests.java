package io.plugstream.api.quota;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import io.plugstream.api.access.AddressShield;
import io.plugstream.api.http.Problem;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import reactor.netty.NettyPipeline;
import tools.jackson.databind.json.JsonMapper;

/**
 * Refuses requests that are not valid HTTP, which no filter sees, and completes the responses to those that the server
 * itself refuses: adds the body and headers that all other error responses have.
 */
@Component
class UnreadableRequests implements WebServerFactoryCustomizer<NettyReactiveWebServerFactory> {

    private final Refusal refusal;

    UnreadableRequests(AddressShield shield, JsonMapper json) {
        this.refusal = new Refusal(shield, json);
    }

    @Override
    public void customize(NettyReactiveWebServerFactory factory) {
        factory.addServerCustomizers(server -> server.doOnChannelInit((_, channel, _) ->
                channel.pipeline().addAfter(NettyPipeline.HttpCodec, "plugstream.unreadable", refusal)));
    }

    @ChannelHandler.Sharable
    private static final class Refusal extends ChannelDuplexHandler {

        private static final String OURS = "RateLimit-Limit";
        private static final int FIRST_ERROR = 400;

        private final AddressShield shield;
        private final JsonMapper json;

        Refusal(AddressShield shield, JsonMapper json) {
            this.shield = shield;
            this.json = json;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpRequest request) {
                // A request that could not be read completely may have its Host in the rest.
                if (request.decoderResult().isSuccess() && lacksHost(request)) {
                    request.setDecoderResult(DecoderResult.failure(new IllegalArgumentException("no single Host")));
                }
            } else if (message instanceof HttpContent part
                    && part.decoderResult().isFailure()) {
                // The server would respond 400, too, but take the part of the body before for the whole.
                part.release();
                var _ = context.writeAndFlush(
                                complete(badRequest(), context.channel().remoteAddress()))
                        .addListener(ChannelFutureListener.CLOSE);
                return;
            }
            context.fireChannelRead(message);
        }

        /** RFC 9112, 3.2; Netty does not check it. */
        private static boolean lacksHost(HttpRequest request) {
            return request.protocolVersion().equals(HttpVersion.HTTP_1_1)
                    && request.headers().getAll(HttpHeaderNames.HOST).size() != 1;
        }

        private static FullHttpResponse badRequest() {
            FullHttpResponse bare = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.BAD_REQUEST, Unpooled.EMPTY_BUFFER);
            bare.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
            return bare;
        }

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            Object answer = message instanceof FullHttpResponse bare && isBareRefusal(bare)
                    ? complete(bare, context.channel().remoteAddress())
                    : message;
            var _ = context.write(answer, promise);
        }

        private static boolean isBareRefusal(FullHttpResponse response) {
            return response.status().code() >= FIRST_ERROR
                    && !response.headers().contains(OURS)
                    && !response.content().isReadable();
        }

        private FullHttpResponse complete(FullHttpResponse bare, @Nullable Object peer) {
            Problem problem = Problem.ofStatus(bare.status().code());
            ByteBuf body = Unpooled.wrappedBuffer(json.writeValueAsBytes(problem));
            FullHttpResponse whole = new DefaultFullHttpResponse(bare.protocolVersion(), bare.status(), body);
            whole.headers().set(bare.headers());
            whole.headers().set(HttpHeaderNames.CONTENT_TYPE, MediaType.APPLICATION_PROBLEM_JSON_VALUE);
            whole.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
            InetSocketAddress address = peer instanceof InetSocketAddress known ? known : null;
            RateLimit.address(shield.failures(address)).writeTo(whole.headers()::set);
            ReferenceCountUtil.release(bare);
            return whole;
        }
    }
}
