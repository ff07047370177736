package io.plugstream.api.database;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.CombinedChannelDuplexHandler;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections that leave a statement unanswered. Their pending statements then fail at once, and the pool opens
 * new connections. TCP alone would wait for a quarter of an hour, and would never detect a stopped server whose kernel
 * still acknowledges packets.
 */
final class SilenceWatch {

    private static final Logger log = LoggerFactory.getLogger(SilenceWatch.class);

    private final long silence;
    private final Set<Ears> all = ConcurrentHashMap.newKeySet();

    SilenceWatch(Duration silence) {
        this.silence = silence.toNanos();
    }

    /** For a connection's pipeline, as the handler nearest to the network. */
    ChannelHandler handler() {
        Ears ears = new Ears();
        return new CombinedChannelDuplexHandler<>(ears, new Mouth(ears));
    }

    /** Closes all connections that have received nothing since {@code asked}, as the server has stopped responding. */
    private void closeDeaf(long asked) {
        long closed = all.stream().filter(ears -> ears.closeIfDeafSince(asked)).count();
        log.warn("The database does not respond: {} connections are closed", closed);
    }

    private static final class Mouth extends ChannelOutboundHandlerAdapter {

        private final Ears ears;

        Mouth(Ears ears) {
            this.ears = ears;
        }

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            ears.asked(context);
            var _ = context.write(message, promise);
        }
    }

    /** The state of one connection; only its event loop uses the fields that are not volatile. */
    private final class Ears extends ChannelInboundHandlerAdapter {

        private volatile @Nullable Channel channel;
        private volatile long heard = System.nanoTime();
        private long asked;
        private boolean waiting;
        private @Nullable Future<?> check;

        @Override
        public void channelActive(ChannelHandlerContext context) {
            channel = context.channel();
            heard = System.nanoTime();
            all.add(this);
            context.fireChannelActive();
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            heard = System.nanoTime();
            waiting = false;
            context.fireChannelRead(message);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            all.remove(this);
            Future<?> planned = check;
            if (planned != null) {
                planned.cancel(false);
            }
            context.fireChannelInactive();
        }

        void asked(ChannelHandlerContext context) {
            if (!waiting) {
                waiting = true;
                asked = System.nanoTime();
                if (check == null) {
                    plan(context, silence);
                }
            }
        }

        /** Schedules at most one check at a time, so statements answered before it is due need no timer. */
        private void plan(ChannelHandlerContext context, long delay) {
            check = context.executor().schedule(() -> check(context), delay, TimeUnit.NANOSECONDS);
        }

        private void check(ChannelHandlerContext context) {
            check = null;
            if (!waiting) {
                return;
            }
            long left = asked + silence - System.nanoTime();
            if (left > 0) {
                plan(context, left);
            } else {
                closeDeaf(asked);
            }
        }

        boolean closeIfDeafSince(long moment) {
            Channel open = channel;
            if (open == null || heard - moment > 0) {
                return false;
            }
            var _ = open.close();
            return true;
        }
    }
}
