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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresServerIT {
    @TempDir
    static Path directory;

    private static PostgresServer server;

    @BeforeAll
    static void start() {
        server = PostgresServer.start(directory, 0);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void keepsCommittedRowsWhenKilled() throws Exception {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE kept (value text)");
            statement.execute("INSERT INTO kept VALUES ('before')");
        }
        server.process().destroyForcibly().waitFor();
        assertThat(directory.resolve("data/postmaster.pid")).exists();

        start();
        assertThat(one("SELECT value FROM kept")).isEqualTo("before");
    }

    @Test
    void isPostgresql18WithItsOwnDatabase() throws Exception {
        assertThat(one("SHOW server_version")).startsWith("18.");
        assertThat(one("SELECT current_database() || ' ' || current_user")).isEqualTo("plugstream plugstream");
        assertThat(one("SELECT usesuper::text FROM pg_user WHERE usename = current_user"))
                .isEqualTo("false");
    }

    @Test
    void lockOfAnUnrelatedProcessDoesNotPreventAStart() throws Exception {
        server.stop();
        Files.writeString(
                directory.resolve("data/postmaster.pid"),
                ProcessHandle.current().pid() + "\n");

        start();
        assertThat(server.process().isAlive()).isTrue();
    }

    @Test
    void onlyTheOwnerCanReadThePassword() throws Exception {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("password"))))
                .isEqualTo("rw-------");
        assertThatThrownBy(() -> DriverManager.getConnection(server.jdbcUrl(), server.username(), "guess"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("password authentication failed");
    }

    @Test
    void refusesASecondServerInTheSameDirectory() {
        assertThatThrownBy(() -> PostgresServer.start(directory, 0))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("process " + server.pid());
    }

    private static Connection connect() throws SQLException {
        return DriverManager.getConnection(server.jdbcUrl(), server.username(), server.password());
    }

    private static String one(String query) throws SQLException {
        try (var connection = connect();
                var result = connection.createStatement().executeQuery(query)) {
            assertThat(result.next()).isTrue();
            return result.getString(1);
        }
    }
}
