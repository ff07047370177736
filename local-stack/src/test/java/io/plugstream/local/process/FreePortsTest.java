package io.plugstream.local.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    @Test
    void portStaysReservedAfterItsServerEnded() throws Exception {
        var port = FreePorts.one();
        new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
        var reservation = Path.of(
                System.getProperty("java.io.tmpdir"),
                "plugstream-ports-" + System.getProperty("user.name"),
                Integer.toString(port));
        try (var file = FileChannel.open(reservation, StandardOpenOption.WRITE)) {
            assertThatThrownBy(file::tryLock).isInstanceOf(OverlappingFileLockException.class);
        }
    }

    /** A process that is being started has the sockets of this JVM until it runs its own program. */
    @Test
    void portStaysFreeWhileProcessesStart() throws Exception {
        var port = FreePorts.one();
        var starts = Thread.ofPlatform().start(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                startAProcess();
            }
        });
        try {
            for (var time = 0; time < 5_000; time++) {
                assertThat(FreePorts.isFree(port, InetAddress.getLoopbackAddress()))
                        .isTrue();
            }
        } finally {
            starts.interrupt();
            starts.join();
        }
    }

    private static void startAProcess() {
        try {
            new ProcessBuilder("true").start().onExit().join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void portOfAServerIsNotFree() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(FreePorts.isFree(server.getLocalPort(), InetAddress.getLoopbackAddress()))
                    .isFalse();
            assertThat(FreePorts.isFree(server.getLocalPort(), null)).isFalse();
        }
    }

    @Test
    void outgoingConnectionsDoNotUseAReservedPort() {
        assertThat(FreePorts.one()).isBetween(17_000, 32_767);
    }
}
