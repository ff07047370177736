package io.plugstream.benchmark.disturbance;

import io.plugstream.benchmark.platform.Charger;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A charger that tries to reconnect every second after its socket is lost. Its messages wait meanwhile. */
final class ReconnectingCharger implements AutoCloseable {

    private static final int PAUSE = 1;

    /** The number of attempts for the first connection. */
    private static final int MOST_AT_FIRST = 10;

    private final Connecting connecting;
    private final Queue<String> waiting = new ArrayDeque<>();
    private @Nullable Charger socket;
    private boolean closed;

    /** Opens a socket, or throws if it is refused. */
    interface Connecting {
        Charger connect() throws InterruptedException;
    }

    /** Returns when it is connected. It retries, because a gateway may not know a newly registered charger yet. */
    ReconnectingCharger(Connecting connecting) throws InterruptedException {
        this.connecting = connecting;
        for (int attempt = 1; socket == null; attempt++) {
            try {
                use(connecting.connect());
            } catch (IllegalStateException e) {
                if (attempt == MOST_AT_FIRST) {
                    throw e;
                }
                TimeUnit.SECONDS.sleep(PAUSE);
            }
        }
    }

    synchronized void send(String text) {
        if (socket == null) {
            waiting.add(text);
        } else {
            socket.send(text);
        }
    }

    private synchronized void use(Charger connected) {
        if (closed) {
            connected.close();
            return;
        }
        socket = connected;
        waiting.forEach(connected::send);
        waiting.clear();
        var _ = connected.gone().thenRun(() -> Thread.startVirtualThread(this::connectAgain));
    }

    private void connectAgain() {
        synchronized (this) {
            socket = null;
        }
        try {
            while (!isClosed()) {
                try {
                    use(connecting.connect());
                    return;
                } catch (IllegalStateException _) {
                    // Chargers keep trying.
                    TimeUnit.SECONDS.sleep(PAUSE);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (socket != null) {
            socket.close();
        }
    }
}
