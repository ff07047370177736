package io.plugstream.parts;

import io.plugstream.local.process.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A proxy in front of a server that simulates network failures: it can cut or hold connections, lose the bytes of one
 * direction, or forget its connections. {@link #restore()} ends all failures.
 */
public final class TcpProxy implements AutoCloseable {

    /** The direction of bytes. */
    public enum Direction {
        TO_SERVER,
        TO_CLIENT
    }

    /** What happens to the bytes of one direction. */
    enum Course {
        FORWARDED,
        HELD,
        LOST
    }

    private final int port = FreePorts.one();
    private final InetSocketAddress server;
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
    private final Set<Direction> held = EnumSet.noneOf(Direction.class);
    private final Set<Direction> lost = EnumSet.noneOf(Direction.class);
    private @Nullable ServerSocket listener;
    private @Nullable Thread acceptor;
    private boolean closed;

    private TcpProxy(InetSocketAddress server) {
        this.server = server;
    }

    /** A proxy of a server on loopback, which need not listen yet. */
    public static TcpProxy to(int serverPort) {
        var proxy = new TcpProxy(new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort));
        proxy.open();
        return proxy;
    }

    /** The port for clients; it never changes. */
    public int port() {
        return port;
    }

    /** The port that the server listens at. */
    int serverPort() {
        return server.getPort();
    }

    /** Resets all connections and refuses new ones. */
    public void cut() {
        awaitEnd(shut());
        reset(Integer.MAX_VALUE);
    }

    /** The port stays open until the accepting thread has ended. */
    private static void awaitEnd(@Nullable Thread accepting) {
        try {
            if (accepting != null) {
                accepting.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Resets at most {@code count} connections, and returns how many; new ones are served. */
    public int reset(int count) {
        int done = 0;
        for (ProxiedConnection connection : List.copyOf(connections)) {
            if (done == count) {
                return done;
            }
            if (connection.reset()) {
                done++;
            }
        }
        return done;
    }

    /** Holds the bytes of these directions without closing connections. They arrive after {@link #restore()}. */
    public synchronized void hold(Direction... directions) {
        held.addAll(List.of(directions));
        notifyAll();
    }

    /**
     * Accepts the bytes of this direction and drops them, while connections stay open: acknowledgements are lost.
     * {@link #restore()} resets connections that lost bytes.
     */
    public synchronized void lose(Direction direction) {
        lost.add(direction);
        notifyAll();
    }

    /**
     * Silently drops all further bytes of the open connections, like a restarted router. New connections are served.
     */
    public void forget() {
        connections.forEach(ProxiedConnection::forget);
    }

    /** Ends all failures and resets the connections that lost bytes. */
    public void restore() {
        synchronized (this) {
            held.clear();
            lost.clear();
            notifyAll();
            if (listener == null && !closed) {
                open();
            }
        }
        connections.stream().filter(ProxiedConnection::hasLost).forEach(ProxiedConnection::reset);
    }

    /** Connections that are open now. */
    public int connections() {
        return connections.size();
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        cut();
    }

    /** Waits while bytes of this direction are held, then returns what happens to them. */
    synchronized Course course(Direction direction) throws InterruptedException {
        while (held.contains(direction) && !lost.contains(direction) && !closed) {
            wait();
        }
        return lost.contains(direction) ? Course.LOST : Course.FORWARDED;
    }

    void ended(ProxiedConnection connection) {
        connections.remove(connection);
    }

    private synchronized void open() {
        ServerSocket opened = Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .ignoreExceptionsInstanceOf(BindException.class)
                .until(this::listen, Objects::nonNull);
        listener = opened;
        acceptor = Thread.ofVirtual().name("proxy-" + port).start(() -> serve(opened));
    }

    /** Fails while a process that was just started has the closed port, which it inherited for a moment. */
    private ServerSocket listen() throws IOException {
        return new ServerSocket(port, 1_024, InetAddress.getLoopbackAddress());
    }

    /** Closes the port and returns the thread that may still accept, if there is one. */
    private synchronized @Nullable Thread shut() {
        ServerSocket open = listener;
        listener = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return acceptor;
    }

    private void serve(ServerSocket opened) {
        while (true) {
            try {
                begin(opened.accept());
            } catch (IOException e) {
                if (opened.isClosed()) {
                    return;
                }
                throw new UncheckedIOException(e);
            }
        }
    }

    private void begin(Socket client) {
        ProxiedConnection connection = new ProxiedConnection(this, client, server);
        connections.add(connection);
        connection.begin();
        synchronized (this) {
            if (listener != null) {
                return;
            }
        }
        connection.reset();
    }
}
