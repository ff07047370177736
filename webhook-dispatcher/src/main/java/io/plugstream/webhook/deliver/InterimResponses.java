package io.plugstream.webhook.deliver;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.net.ProtocolException;

/**
 * Drops interim responses, such as 103 Early Hints, which precede the final response (RFC 9110, section 15.2). Reactor
 * Netty would take any but 100 for the final one.
 */
final class InterimResponses extends ChannelInboundHandlerAdapter {

    /** Maximum interim responses to one request. */
    private static final int MOST = 16;

    private int interim;
    private boolean dropping;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpResponse response) {
            dropping = isInterim(response);
            interim = dropping ? interim + 1 : 0;
        }
        if (!dropping) {
            context.fireChannelRead(message);
            return;
        }
        ReferenceCountUtil.release(message);
        if (message instanceof LastHttpContent) {
            readOn(context);
        }
    }

    private void readOn(ChannelHandlerContext context) {
        if (interim <= MOST) {
            // Reactor Netty got nothing that would make it read on.
            context.read();
        } else if (context.channel().isActive()) {
            context.fireExceptionCaught(new ProtocolException("more than " + MOST + " interim responses"));
            var _ = context.close();
        }
    }

    /** 101 is final: the receiver speaks another protocol from then on. */
    private static boolean isInterim(HttpResponse response) {
        return response.decoderResult().isSuccess()
                && response.status().codeClass() == HttpStatusClass.INFORMATIONAL
                && response.status().code() != HttpResponseStatus.SWITCHING_PROTOCOLS.code();
    }
}
