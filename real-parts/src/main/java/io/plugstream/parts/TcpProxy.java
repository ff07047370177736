package io.plugstream.parts;

import io.plugstream.local.process.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A port that leads to a server, and the network between: it can be cut, fall silent, lose what one side says, or forget its connections.
 * Whatever was done to it ends with {@link #restore()}.
 */
public final class TcpProxy implements AutoCloseable {

    /** Which way bytes go. */
    public enum Direction {
        TO_SERVER,
        TO_CLIENT
    }

    /** What becomes of bytes that go one way. */
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
    private @Nullable ServerSocket door;
    private @Nullable Thread doorkeeper;
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

    /** Where clients connect instead; the same for life. */
    public int port() {
        return port;
    }

    /** Resets all connections and refuses new ones. */
    public void cut() {
        awaitEnd(shut());
        reset(Integer.MAX_VALUE);
    }

    /** The port is closed once the thread is gone that accepts from it, and not before. */
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

    /** Nothing goes through in these directions, and nothing is closed; it arrives when the network is back, as TCP has it. */
    public synchronized void silence(Direction... directions) {
        held.addAll(List.of(directions));
        notifyAll();
    }

    /**
     * What is sent in this direction is taken and never arrives, though the connection stays open: acknowledgements are lost. When the
     * network is back, connections that lost something are reset.
     */
    public synchronized void lose(Direction direction) {
        lost.add(direction);
        notifyAll();
    }

    /**
     * Forgets the connections that are open, as a router does that starts anew: nothing that is said on them arrives any more, and nobody
     * is told. New ones are served.
     */
    public void forget() {
        connections.forEach(ProxiedConnection::forget);
    }

    /** Serves as if nothing had been. */
    public void restore() {
        synchronized (this) {
            held.clear();
            lost.clear();
            notifyAll();
            if (door == null && !closed) {
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

    /** Waits while bytes of this direction are held, and says what becomes of them then. */
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
        try {
            ServerSocket opened = new ServerSocket();
            opened.setReuseAddress(true);
            opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_024);
            door = opened;
            doorkeeper = Thread.ofVirtual().name("proxy-" + port).start(() -> serve(opened));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Answers the thread that may still accept, if there is one. */
    private synchronized @Nullable Thread shut() {
        ServerSocket open = door;
        door = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return doorkeeper;
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
            if (door != null) {
                return;
            }
        }
        connection.reset();
    }
}
