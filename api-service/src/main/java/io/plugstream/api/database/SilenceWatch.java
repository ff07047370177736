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
 *
 * <p>Silence is counted in steps, and the connection is read between two of them. A pause of this process, or of its
 * event loop, is one step, however long it lasts: an answer that came meanwhile is read before the next.
 */
final class SilenceWatch {

    private static final Logger log = LoggerFactory.getLogger(SilenceWatch.class);

    private static final int STEPS = 4;

    private final long silence;
    private final long step;
    private final Set<Inbound> all = ConcurrentHashMap.newKeySet();

    SilenceWatch(Duration silence) {
        this.silence = silence.toNanos();
        this.step = this.silence / STEPS;
    }

    /** For a connection's pipeline, as the handler nearest to the network. */
    ChannelHandler handler() {
        Inbound inbound = new Inbound();
        return new CombinedChannelDuplexHandler<>(inbound, new Outbound(inbound));
    }

    /** Closes all connections that have received nothing since {@code asked}, as the server has stopped responding. */
    private void closeSilent(long asked) {
        long closed = all.stream()
                .filter(connection -> connection.closeIfSilentSince(asked))
                .count();
        log.warn("The database does not respond: {} connections are closed", closed);
    }

    private static final class Outbound extends ChannelOutboundHandlerAdapter {

        private final Inbound inbound;

        Outbound(Inbound inbound) {
            this.inbound = inbound;
        }

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            inbound.asked(context);
            var _ = context.write(message, promise);
        }
    }

    /** The state of one connection; only its event loop uses the fields that are not volatile. */
    private final class Inbound extends ChannelInboundHandlerAdapter {

        private volatile @Nullable Channel channel;
        private volatile long lastReceived = System.nanoTime();
        private long asked;
        private int steps;
        private boolean waiting;
        private @Nullable Future<?> check;

        @Override
        public void channelActive(ChannelHandlerContext context) {
            channel = context.channel();
            lastReceived = System.nanoTime();
            all.add(this);
            context.fireChannelActive();
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            lastReceived = System.nanoTime();
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
                steps = 0;
                if (check == null) {
                    plan(context, step);
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
            steps++;
            long left = asked + silence - System.nanoTime();
            if (left > 0) {
                plan(context, Math.min(left, step));
            } else if (steps < STEPS) {
                plan(context, step);
            } else {
                closeSilent(asked);
            }
        }

        boolean closeIfSilentSince(long moment) {
            Channel open = channel;
            if (open == null || lastReceived - moment > 0) {
                return false;
            }
            var _ = open.close();
            return true;
        }
    }
}
