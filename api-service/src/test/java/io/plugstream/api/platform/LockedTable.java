package io.plugstream.api.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.parts.Postgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A table of the platform's database that nobody can read until this is closed. */
public final class LockedTable implements AutoCloseable {

    private final Connection holder;
    private final String table;

    private LockedTable(Connection holder, String table) {
        this.holder = holder;
        this.table = table;
    }

    public static LockedTable of(String table) throws SQLException {
        Postgres postgres = Platform.get().postgres();
        LockedTable locked = new LockedTable(
                DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password()), table);
        locked.holder.setAutoCommit(false);
        try (Statement lock = locked.holder.createStatement()) {
            lock.execute("LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE");
        }
        return locked;
    }

    /** The number of connections that wait to read the table. Writers wait for other locks. */
    public long readers() throws SQLException {
        String waiting = """
                SELECT count(DISTINCT pid) FROM pg_locks
                WHERE NOT granted AND mode = 'AccessShareLock' AND relation = '%s'::regclass""".formatted(table);
        try (Statement query = holder.createStatement();
                ResultSet rows = query.executeQuery(waiting)) {
            assertThat(rows.next()).isTrue();
            return rows.getLong(1);
        }
    }

    /** Also ends the transaction, and with it the lock. */
    @Override
    public void close() throws SQLException {
        holder.close();
    }
}
