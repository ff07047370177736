package io.plugstream.api.quota;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
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

    private final AddressShield shield;
    private final JsonMapper json;

    UnreadableRequests(AddressShield shield, JsonMapper json) {
        this.shield = shield;
        this.json = json;
    }

    @Override
    public void customize(NettyReactiveWebServerFactory factory) {
        factory.addServerCustomizers(server -> server.doOnChannelInit((_, channel, _) ->
                channel.pipeline().addAfter(NettyPipeline.HttpCodec, "plugstream.unreadable", new Refusal())));
    }

    /** Each connection has its own instance, which only its event loop uses. */
    private final class Refusal extends ChannelDuplexHandler {

        private static final String OURS = "RateLimit-Limit";
        private static final int FIRST_ERROR = 400;

        /** Requests whose response is not complete; several if the client does not wait for responses. */
        private int open;

        /** Whether a response has begun and is not complete. */
        private boolean responding;

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpRequest request) {
                open++;
                // A request that could not be read completely may have its Host in the rest.
                if (request.decoderResult().isSuccess() && lacksHost(request)) {
                    request.setDecoderResult(DecoderResult.failure(new IllegalArgumentException("no single Host")));
                }
            } else if (message instanceof HttpContent part
                    && part.decoderResult().isFailure()) {
                // The server would respond 400, too, but take the part of the body before for the whole.
                part.release();
                var _ = context.writeAndFlush(lastResponse(context)).addListener(ChannelFutureListener.CLOSE);
                return;
            }
            context.fireChannelRead(message);
        }

        /** The response to a request with a broken chunk; nothing if it would be taken for another one's. */
        private Object lastResponse(ChannelHandlerContext context) {
            return open == 1 && !responding ? complete(badRequest(), context.channel()) : Unpooled.EMPTY_BUFFER;
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
                    ? complete(bare, context.channel())
                    : message;
            note(context, message);
            var _ = context.write(answer, promise);
        }

        private void note(ChannelHandlerContext context, Object message) {
            boolean interim =
                    message instanceof HttpResponse head && head.status().codeClass() == HttpStatusClass.INFORMATIONAL;
            if (interim) {
                return;
            }
            if (message instanceof HttpResponse) {
                responding = true;
                context.channel().attr(RateLimitFilter.OF_CHANNEL).set(null);
            }
            if (message instanceof LastHttpContent) {
                responding = false;
                open--;
            }
        }

        private static boolean isBareRefusal(FullHttpResponse response) {
            return response.status().code() >= FIRST_ERROR
                    && !response.headers().contains(OURS)
                    && !response.content().isReadable();
        }

        private FullHttpResponse complete(FullHttpResponse bare, Channel channel) {
            Problem problem = Problem.ofStatus(bare.status().code());
            ByteBuf body = Unpooled.wrappedBuffer(json.writeValueAsBytes(problem));
            FullHttpResponse whole = new DefaultFullHttpResponse(bare.protocolVersion(), bare.status(), body);
            whole.headers().set(bare.headers());
            whole.headers().set(HttpHeaderNames.CONTENT_TYPE, MediaType.APPLICATION_PROBLEM_JSON_VALUE);
            whole.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
            limit(channel).writeTo(whole.headers()::set);
            ReferenceCountUtil.release(bare);
            return whole;
        }

        private RateLimit limit(Channel channel) {
            @Nullable RateLimit known = channel.attr(RateLimitFilter.OF_CHANNEL).get();
            InetSocketAddress address = channel.remoteAddress() instanceof InetSocketAddress peer ? peer : null;
            return known == null ? RateLimit.address(shield.failures(address)) : known;
        }
    }
}
