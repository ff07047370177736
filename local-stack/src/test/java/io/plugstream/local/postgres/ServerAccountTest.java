package io.plugstream.local.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.plugstream.local.process.PrivateFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerAccountTest {
    @TempDir
    Path directory;

    @Test
    void anotherAccountThanRootReachesDirectoriesThatOnlyRootMayEnter() throws Exception {
        assumeThat(System.getProperty("user.name")).isEqualTo("root");
        assumeThat(ServerAccount.NOBODY.works()).isTrue();
        var home = PrivateFiles.createDirectories(directory.resolve("state/postgres"));

        try (var server = PostgresServer.start(home, 0, ServerAccount.NOBODY, null)) {
            assertThat(one(server, "SELECT 1")).isEqualTo(1);
        }

        assertThat(Files.getAttribute(home.resolve("data"), "unix:uid")).isEqualTo(65534);
    }

    private static int one(PostgresServer server, String query) throws SQLException {
        try (var connection = DriverManager.getConnection(server.jdbcUrl(), server.username(), server.password());
                var result = connection.createStatement().executeQuery(query)) {
            assertThat(result.next()).isTrue();
            return result.getInt(1);
        }
    }
}
