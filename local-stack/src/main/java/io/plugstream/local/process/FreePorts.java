package io.plugstream.local.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports of this machine that nobody listens on at the moment. */
public final class FreePorts {
    private FreePorts() {}

    /** The port asked for, or a free one when it is 0. */
    public static int orFree(int port) {
        return port == 0 ? one() : port;
    }

    public static int one() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
