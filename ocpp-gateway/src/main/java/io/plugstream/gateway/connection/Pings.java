package io.plugstream.gateway.connection;

import io.plugstream.base.RepeatingWork;
import java.io.IOException;
import java.time.Duration;
import org.springframework.stereotype.Component;

/**
 * Pings every connection once per interval, spread over the interval, and ends lost ones and those whose long frame
 * stalls. It starts last and stops first, so it also ends all connections when the gateway stops.
 */
@Component
final class Pings extends RepeatingWork {

    /** The connections are pinged in this many portions, one after another. */
    private static final int PORTIONS = 10;

    private final Connections connections;
    private final ConnectionProperties properties;
    private int portion;

    Pings(Connections connections, ConnectionProperties properties) {
        // Pauses in between, so that no charger is pinged twice in a row after a pause of the process.
        Duration pause = properties.pingInterval().dividedBy(PORTIONS);
        super("pings", pause, pause);
        this.connections = connections;
        this.properties = properties;
    }

    @Override
    public void stop() {
        super.stop();
        try {
            connections.endAll(properties.shutdownTimeout());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Pings the next portion. */
    @Override
    protected void work() {
        for (ChargerConnection connection : connections.all()) {
            if (Math.floorMod(connection.id().hashCode(), PORTIONS) == portion) {
                Thread.ofVirtual().name("ping").start(() -> ping(connection));
            }
        }
        portion = (portion + 1) % PORTIONS;
    }

    private void ping(ChargerConnection connection) {
        try {
            if (!connection.ping()) {
                connections.end(connection, Ending.SILENT);
                return;
            }
            if (connection.assembly().isOverdue()) {
                connections.end(connection, Ending.FRAME_TOO_SLOW);
                return;
            }
            connection.announce();
        } catch (IOException | RuntimeException e) {
            connections.end(connection, Ending.CONNECTION_LOST);
        }
    }
}
