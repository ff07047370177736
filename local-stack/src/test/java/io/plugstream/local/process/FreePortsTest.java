package io.plugstream.local.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

    @Test
    void outgoingConnectionsDoNotUseAReservedPort() {
        assertThat(FreePorts.one()).isBetween(17_000, 32_767);
    }
}
