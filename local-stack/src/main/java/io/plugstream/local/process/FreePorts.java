package io.plugstream.local.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports of this machine that nobody listens on at the moment. */
public final class FreePorts {
    /** Below the ranges that Linux (32768), macOS and Windows (49152) take for outgoing connections, and above usual servers. */
    private static final int LASTING_FROM = 17_000;

    private static final int LASTING_TO = 32_768;

    private FreePorts() {}

    /** The port asked for, or a free one when it is 0. */
    public static int orFree(int port) {
        return port == 0 ? one() : port;
    }

    /**
     * One that no outgoing connection is ever given, as it may happen to the others: a server that ends and comes back finds it free.
     *
     * @throws IllegalStateException if hundreds in a row were taken
     */
    public static int lasting() {
        for (var attempt = 0; attempt < 500; attempt++) {
            var port = ThreadLocalRandom.current().nextInt(LASTING_FROM, LASTING_TO);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("No free port from %d to %d".formatted(LASTING_FROM, LASTING_TO));
    }

    private static boolean isFree(int port) {
        try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    public static int one() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
