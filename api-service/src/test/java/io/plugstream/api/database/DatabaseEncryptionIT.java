package io.plugstream.api.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.parts.Postgres;
import io.plugstream.parts.RealParts;
import io.plugstream.parts.TestAuthority;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryOptions;
import io.r2dbc.spi.R2dbcException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Mono;

/** With the database URLs of the production overlay, both drivers accept only the right server. */
class DatabaseEncryptionIT {

    private static final Path SETTINGS = Path.of("../deploy/kubernetes/overlays/production/settings.env");
    private static final String MOUNTED = "/etc/plugstream/postgres/ca.crt";
    private static final String ADDRESS = "plugstream-rw.database.svc:5432";
    private static final String IS_ENCRYPTED = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    @TempDir
    private static Path directory;

    private static TestAuthority authority;
    private static Postgres postgres;

    @BeforeAll
    static void startServer() throws IOException {
        authority = TestAuthority.in(Files.createDirectory(directory.resolve("right")));
        postgres = RealParts.newEncryptedPostgres(authority.issue("localhost"));
    }

    @AfterAll
    static void stopServer() {
        postgres.close();
    }

    @Test
    void aServerWithTheRightCertificateIsReachedThroughTls() throws Exception {
        assertThat(isEncryptedByR2dbc(postgres, postgres.address(), authority.certificate()))
                .isTrue();
        assertThat(isEncryptedByJdbc(postgres, postgres.address(), authority.certificate()))
                .isTrue();
    }

    @Test
    void anotherAuthoritysCertificateIsRefused() throws IOException {
        Path other = TestAuthority.in(Files.createDirectory(directory.resolve("other")))
                .certificate();

        assertThatThrownBy(() -> isEncryptedByR2dbc(postgres, postgres.address(), other))
                .hasStackTraceContaining("SSLHandshakeException");
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> isEncryptedByJdbc(postgres, postgres.address(), other))
                .withCauseInstanceOf(SSLException.class);
    }

    @Test
    void aCertificateForAnotherHostIsRefused() {
        String byNumber = postgres.address().replace("localhost", "127.0.0.1");

        assertThatThrownBy(() -> isEncryptedByR2dbc(postgres, byNumber, authority.certificate()))
                .hasStackTraceContaining("127.0.0.1");
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> isEncryptedByJdbc(postgres, byNumber, authority.certificate()))
                .withMessageContaining("127.0.0.1");
    }

    @Test
    void aServerWithoutTlsIsRefused() {
        Postgres plain = RealParts.postgres();

        assertThatThrownBy(() -> isEncryptedByR2dbc(plain, plain.address(), authority.certificate()))
                .isInstanceOf(R2dbcException.class);
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> isEncryptedByJdbc(plain, plain.address(), authority.certificate()))
                .withMessageContaining("SSL");
    }

    private static boolean isEncryptedByR2dbc(Postgres server, String address, Path trusted) throws IOException {
        ConnectionFactory connections =
                ConnectionFactories.get(ConnectionFactoryOptions.parse(setting("SPRING_R2DBC_URL", address, trusted))
                        .mutate()
                        .option(ConnectionFactoryOptions.USER, server.username())
                        .option(ConnectionFactoryOptions.PASSWORD, server.password())
                        .build());
        Boolean encrypted = Mono.usingWhen(
                        connections.create(),
                        connection -> Mono.from(
                                        connection.createStatement(IS_ENCRYPTED).execute())
                                .flatMap(result -> Mono.from(result.map((row, _) -> row.get(0, Boolean.class)))),
                        Connection::close)
                .block(TIMEOUT);
        return Boolean.TRUE.equals(encrypted);
    }

    private static boolean isEncryptedByJdbc(Postgres server, String address, Path trusted)
            throws IOException, SQLException {
        String url = setting("SPRING_FLYWAY_URL", address, trusted);
        try (java.sql.Connection connection = DriverManager.getConnection(url, server.username(), server.password());
                ResultSet answer = connection.createStatement().executeQuery(IS_ENCRYPTED)) {
            return answer.next() && answer.getBoolean(1);
        }
    }

    /** The overlay's URL with another address and another path of the CA certificate. */
    private static String setting(String variable, String address, Path trusted) throws IOException {
        String url = Files.readString(SETTINGS)
                .lines()
                .filter(line -> line.startsWith(variable + '='))
                .map(line -> line.substring(variable.length() + 1))
                .findFirst()
                .orElseThrow();
        assertThat(url).contains(ADDRESS, MOUNTED);
        return url.replace(ADDRESS, address).replace(MOUNTED, trusted.toString());
    }
}
