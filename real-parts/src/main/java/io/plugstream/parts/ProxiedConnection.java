package io.plugstream.parts;

import io.plugstream.parts.TcpProxy.Course;
import io.plugstream.parts.TcpProxy.Direction;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;

/** One connection through a proxy: a socket on each side, and a thread for each direction. */
final class ProxiedConnection {

    private static final int BUFFER = 16 * 1024;

    private final TcpProxy proxy;
    private final Socket client;
    private final Socket server = new Socket();
    private final InetSocketAddress address;
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile boolean lost;
    private volatile boolean forgotten;

    ProxiedConnection(TcpProxy proxy, Socket client, InetSocketAddress address) {
        this.proxy = proxy;
        this.client = client;
        this.address = address;
    }

    void begin() {
        Thread.ofVirtual().start(this::connect);
    }

    /** Whether some bytes of this connection were lost. */
    boolean hasLost() {
        return lost;
    }

    /** Silently drops all further bytes. */
    void forget() {
        forgotten = true;
    }

    /** Ends both sides with RST; returns false if the connection had ended before. */
    boolean reset() {
        if (!over.compareAndSet(false, true)) {
            return false;
        }
        abort(client);
        abort(server);
        proxy.ended(this);
        return true;
    }

    private void connect() {
        try {
            // Connects to the server only when that direction is open.
            proxy.course(Direction.TO_SERVER);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            server.connect(address);
        } catch (IOException _) {
            // The client gets a reset, because the server is not reachable.
            reset();
            return;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        Thread.ofVirtual().start(() -> pump(server, client, Direction.TO_CLIENT));
        pump(client, server, Direction.TO_SERVER);
    }

    /** A side that has sent all may still receive. */
    private void pump(Socket from, Socket to, Direction direction) {
        byte[] buffer = new byte[BUFFER];
        try {
            for (int count = from.getInputStream().read(buffer);
                    count >= 0;
                    count = from.getInputStream().read(buffer)) {
                if (isLost(direction)) {
                    lost = true;
                } else {
                    to.getOutputStream().write(buffer, 0, count);
                }
            }
            if (isLost(direction)) {
                lost = true;
            } else {
                to.shutdownOutput();
            }
            if (from.isOutputShutdown()) {
                end();
            }
        } catch (IOException _) {
            // One side was reset, so the other one is reset too.
            reset();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean isLost(Direction direction) throws InterruptedException {
        return proxy.course(direction) == Course.LOST || forgotten;
    }

    private void end() throws IOException {
        if (over.compareAndSet(false, true)) {
            client.close();
            server.close();
            proxy.ended(this);
        }
    }

    private static void abort(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException _) {
            // It is closed already.
        }
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
