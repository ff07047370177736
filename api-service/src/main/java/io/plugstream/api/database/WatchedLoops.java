package io.plugstream.api.database;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.SocketChannelConfig;
import io.netty.channel.socket.nio.NioChannelOption;
import java.time.Duration;
import jdk.net.ExtendedSocketOptions;
import reactor.core.publisher.Mono;
import reactor.netty.resources.LoopResources;

/**
 * The event loops of the database connections. The driver offers no other place to configure new channels. Each channel
 * gets a {@link SilenceWatch} and TCP keep-alive, which detects a dead peer of an idle connection within 15 s.
 */
final class WatchedLoops implements LoopResources {

    private static final int IDLE_SECONDS = 6;
    private static final int BETWEEN_SECONDS = 3;
    private static final int PROBES = 3;

    /** Options are looked up by name, because the native transport is on the classpath at run time only. */
    private static final String NATIVE = "io.netty.channel.epoll.EpollChannelOption#";

    private final LoopResources loops;
    private final SilenceWatch watch;

    WatchedLoops(LoopResources loops, SilenceWatch watch) {
        this.loops = loops;
        this.watch = watch;
    }

    @Override
    public <C extends Channel> C onChannel(Class<C> type, EventLoopGroup group) {
        C channel = loops.onChannel(type, group);
        if (channel instanceof SocketChannel socket) {
            keepAlive(socket.config());
            channel.pipeline().addFirst(watch.handler());
        }
        return channel;
    }

    @Override
    public <C extends Channel> Class<? extends C> onChannelClass(Class<C> type, EventLoopGroup group) {
        return loops.onChannelClass(type, group);
    }

    /** The native transport has other names for the same options; a channel ignores unknown options. */
    private static void keepAlive(SocketChannelConfig config) {
        config.setKeepAlive(true);
        config.setOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE), IDLE_SECONDS);
        config.setOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL), BETWEEN_SECONDS);
        config.setOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT), PROBES);
        config.setOption(ChannelOption.<Integer>valueOf(NATIVE + "TCP_KEEPIDLE"), IDLE_SECONDS);
        config.setOption(ChannelOption.<Integer>valueOf(NATIVE + "TCP_KEEPINTVL"), BETWEEN_SECONDS);
        config.setOption(ChannelOption.<Integer>valueOf(NATIVE + "TCP_KEEPCNT"), PROBES);
    }

    @Override
    public EventLoopGroup onClient(boolean useNative) {
        return loops.onClient(useNative);
    }

    @Override
    public EventLoopGroup onServer(boolean useNative) {
        return loops.onServer(useNative);
    }

    @Override
    public EventLoopGroup onServerSelect(boolean useNative) {
        return loops.onServerSelect(useNative);
    }

    @Override
    public boolean daemon() {
        return loops.daemon();
    }

    @Override
    public Mono<Void> disposeLater(Duration quietPeriod, Duration timeout) {
        return loops.disposeLater(quietPeriod, timeout);
    }

    @Override
    public void dispose() {
        loops.dispose();
    }

    @Override
    public boolean isDisposed() {
        return loops.isDisposed();
    }
}
