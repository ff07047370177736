package io.plugstream.api.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two connections to a server, on one event loop. */
class SilenceWatchTest {

    private static final Duration SILENCE = Duration.ofMillis(400);

    private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final SilenceWatch watch = new SilenceWatch(SILENCE);
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stop() throws Exception {
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        server.close();
    }

    @Test
    void silentServerLosesAllConnections() throws Exception {
        try (Connection asking = new Connection(() -> {});
                Connection idle = new Connection(() -> {})) {
            asking.ask();
            await().atMost(Duration.ofSeconds(10)).until(() -> !asking.channel.isOpen() && !idle.channel.isOpen());
        }
    }

    /** The answer came in time, but a garbage collection or the lack of CPU kept the loop from reading it. */
    @Test
    void ownPauseIsNoSilence() throws Exception {
        CountDownLatch pausing = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        try (Connection asking = new Connection(() -> {});
                Connection busy = new Connection(() -> {
                    pausing.countDown();
                    awaitUninterrupted(answered);
                    sleep(SILENCE.plusMillis(100));
                })) {
            asking.ask();
            busy.peer.getOutputStream().write(1);
            assertThat(pausing.await(10, TimeUnit.SECONDS)).isTrue();
            asking.peer.getOutputStream().write(1);
            answered.countDown();
            assertThat(asking.received.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(asking.channel.isOpen()).isTrue();
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Connection implements AutoCloseable {

        final CountDownLatch received = new CountDownLatch(1);
        final Channel channel;
        final Socket peer;

        Connection(Runnable onRead) throws Exception {
            channel = new Bootstrap()
                    .group(loop)
                    .channel(NioSocketChannel.class)
                    .handler(new ChannelInboundHandlerAdapter() {
                        @Override
                        public void handlerAdded(ChannelHandlerContext context) {
                            context.pipeline().addFirst(watch.handler());
                        }

                        @Override
                        public void channelRead(ChannelHandlerContext context, Object message) {
                            ReferenceCountUtil.release(message);
                            onRead.run();
                            received.countDown();
                        }
                    })
                    .connect(server.getLocalSocketAddress())
                    .sync()
                    .channel();
            peer = server.accept();
        }

        void ask() throws InterruptedException {
            channel.writeAndFlush(Unpooled.wrappedBuffer(new byte[1])).sync();
        }

        @Override
        public void close() throws IOException {
            channel.close().syncUninterruptibly();
            peer.close();
        }
    }
}
