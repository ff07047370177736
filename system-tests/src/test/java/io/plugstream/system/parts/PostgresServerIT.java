package io.plugstream.system.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.local.postgres.PostgresServer;
import io.plugstream.local.process.StartException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class PostgresServerIT {
    @TempDir
    Path directory;

    @Test
    void keepsCommittedRowsWhenKilled() throws Exception {
        try (var server = PostgresServer.start(directory, 0)) {
            try (var connection = connect(server);
                    var statement = connection.createStatement()) {
                statement.execute("CREATE TABLE kept (value text)");
                statement.execute("INSERT INTO kept VALUES ('before')");
            }
            server.process().destroyForcibly().waitFor();
        }
        assertThat(directory.resolve("data/postmaster.pid")).exists();
        try (var server = PostgresServer.start(directory, 0)) {
            assertThat(one(server, "SELECT value FROM kept")).isEqualTo("before");
        }
    }

    @Test
    void isPostgresql18WithItsOwnDatabase() throws Exception {
        try (var server = PostgresServer.start(directory, 0)) {
            assertThat(one(server, "SHOW server_version")).startsWith("18.");
            assertThat(one(server, "SELECT current_database() || ' ' || current_user"))
                    .isEqualTo("plugstream plugstream");
            assertThat(one(server, "SELECT usesuper::text FROM pg_user WHERE usename = current_user"))
                    .isEqualTo("false");
        }
    }

    @Test
    void lockOfAnUnrelatedProcessDoesNotPreventAStart() throws Exception {
        PostgresServer.start(directory, 0).stop();
        Files.writeString(
                directory.resolve("data/postmaster.pid"),
                ProcessHandle.current().pid() + "\n");
        try (var server = PostgresServer.start(directory, 0)) {
            assertThat(server.process().isAlive()).isTrue();
        }
    }

    @Test
    void onlyTheOwnerCanReadThePassword() throws Exception {
        try (var server = PostgresServer.start(directory, 0)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("password"))))
                    .isEqualTo("rw-------");
            assertThatThrownBy(() -> DriverManager.getConnection(server.jdbcUrl(), server.username(), "guess"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("password authentication failed");
        }
    }

    @Test
    void refusesASecondServerInTheSameDirectory() throws Exception {
        try (var server = PostgresServer.start(directory, 0)) {
            assertThatThrownBy(() -> PostgresServer.start(directory, 0))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("process " + server.pid());
        }
    }

    private static Connection connect(PostgresServer server) throws SQLException {
        return DriverManager.getConnection(server.jdbcUrl(), server.username(), server.password());
    }

    private static String one(PostgresServer server, String query) throws SQLException {
        try (var connection = connect(server);
                var result = connection.createStatement().executeQuery(query)) {
            assertThat(result.next()).isTrue();
            return result.getString(1);
        }
    }
}
