package io.plugstream.local.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Ports of this machine on which no process listens. */
public final class FreePorts {
    /** Below the ranges of outgoing connections (Linux from 32768, macOS and Windows from 49152), above usual servers. */
    private static final int FROM = 17_000;

    private static final int TO = 32_768;
    private static final Path RESERVATIONS =
            Path.of(System.getProperty("java.io.tmpdir"), "plugstream-ports-" + System.getProperty("user.name"));

    /** The locks of the ports that this JVM has given out. The operating system releases them when the JVM ends. */
    private static final Map<Integer, FileLock> RESERVED = new ConcurrentHashMap<>();

    private FreePorts() {}

    /** The port asked for, or a free one when it is 0. */
    public static int orFree(int port) {
        return port == 0 ? one() : port;
    }

    /**
     * A free port that no other JVM of the same user gets from this method while this JVM runs. Outgoing connections
     * never use it either, so a server that ends and starts again finds it free.
     *
     * @throws IllegalStateException if hundreds in a row were taken
     */
    public static synchronized int one() {
        for (var attempt = 0; attempt < 500; attempt++) {
            var port = ThreadLocalRandom.current().nextInt(FROM, TO);
            if (!RESERVED.containsKey(port) && isFree(port, InetAddress.getLoopbackAddress()) && reserve(port)) {
                return port;
            }
        }
        throw new IllegalStateException("No free port from %d to %d".formatted(FROM, TO));
    }

    /**
     * Whether a server can listen at {@code address}; null is the wildcard address. It binds the port but does not
     * listen: a process that this JVM starts meanwhile inherits the socket for milliseconds, and one that listens would
     * keep servers from the port.
     */
    public static boolean isFree(int port, @Nullable InetAddress address) {
        try (var socket = new Socket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address, port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether no other JVM of the same user has reserved the port; then this one has it until it ends. */
    public static boolean reserve(int port) {
        try {
            Files.createDirectories(RESERVATIONS);
            var file = FileChannel.open(
                    RESERVATIONS.resolve(Integer.toString(port)), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            var lock = file.tryLock();
            if (lock == null) {
                file.close();
                return false;
            }
            RESERVED.put(port, lock);
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
