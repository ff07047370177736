package io.plugstream.benchmark.cost;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** PostgreSQL's counts of its own work, which are up to a second old. */
final class DatabaseWork implements AutoCloseable {

    private static final String COUNTS = """
            SELECT xact_commit + xact_rollback, tup_inserted + tup_updated + tup_deleted
            FROM pg_stat_database WHERE datname = current_database()""";

    private final Connection connection;

    private DatabaseWork(Connection connection) {
        this.connection = connection;
    }

    /** The counts since the database was created. */
    record Counts(long transactions, long rowsChanged) {

        Counts since(Counts earlier) {
            return new Counts(transactions - earlier.transactions, rowsChanged - earlier.rowsChanged);
        }
    }

    static DatabaseWork of(String jdbcUrl, String username, String password) throws SQLException {
        return new DatabaseWork(DriverManager.getConnection(jdbcUrl, username, password));
    }

    Counts counts() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(COUNTS)) {
            row.next();
            return new Counts(row.getLong(1), row.getLong(2));
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
