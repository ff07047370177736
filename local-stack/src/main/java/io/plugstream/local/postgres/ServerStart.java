package io.plugstream.local.postgres;

import io.plugstream.local.process.ChildProcess;
import io.plugstream.local.process.LogTail;
import io.plugstream.local.process.StartException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Waits until a server that was just started accepts a connection. */
final class ServerStart {
    private static final int RETRY_MILLIS = 30;

    private final ChildProcess child;
    private final PostgresServer server;

    ServerStart(ChildProcess child, PostgresServer server) {
        this.child = child;
        this.server = server;
    }

    void await(Duration limit) {
        var end = System.nanoTime() + limit.toNanos();
        var last = tryToConnect();
        while (last != null) {
            if (!child.isAlive() || System.nanoTime() > end) {
                throw failure(limit, last);
            }
            pause();
            last = tryToConnect();
        }
    }

    private @Nullable SQLException tryToConnect() {
        try (var _ = DriverManager.getConnection(server.jdbcUrl(), server.username(), server.password())) {
            return null;
        } catch (SQLException e) {
            return e;
        }
    }

    private StartException failure(Duration limit, SQLException last) {
        var what = child.isAlive()
                ? "accepted no connection within %d s".formatted(limit.toSeconds())
                : "ended with exit code %d while starting"
                        .formatted(child.process().exitValue());
        child.close();
        var tail = LogTail.of(child.log(), 20);
        return new StartException("PostgreSQL %s. The end of %s:%n%s".formatted(what, child.log(), tail), last);
    }

    private void pause() {
        try {
            Thread.sleep(RETRY_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            child.close();
            throw new StartException("Interrupted while PostgreSQL was starting", e);
        }
    }
}
