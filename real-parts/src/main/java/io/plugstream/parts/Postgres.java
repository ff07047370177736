package io.plugstream.parts;

import io.plugstream.local.postgres.PostgresServer;
import io.plugstream.local.process.FreePorts;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** A PostgreSQL 18 server whose user {@code plugstream} has a database of that name and may create others. */
public final class Postgres extends RealServer {

    static final String IMAGE = "postgres:18";

    private static final String NAME = "plugstream";
    private static final int PORT = 5432;
    private static final List<String> COMMAND =
            List.of("postgres", "-c", "shared_buffers=64MB", "-c", "max_connections=200", "-c", "timezone=UTC");

    private final int port;
    private final String password;

    private Postgres(int port, String password, Lifecycle lifecycle) {
        super(lifecycle);
        this.port = port;
        this.password = password;
    }

    static Postgres process() {
        return process(PostgresServer::start);
    }

    /** Always a process: its key is a file of this machine. */
    static Postgres encrypted(ServerCertificate certificate) {
        return process((home, port) ->
                PostgresServer.startEncrypted(home, port, certificate.chainText(), certificate.keyText()));
    }

    private static Postgres process(BiFunction<Path, Integer, PostgresServer> start) {
        int port = FreePorts.one();
        ProcessLifecycle<PostgresServer> lifecycle = new ProcessLifecycle<>(
                "postgres", home -> start.apply(home, port), PostgresServer::process, PostgresServer::stop);
        lifecycle.start();
        return new Postgres(port, lifecycle.running().password(), lifecycle);
    }

    static Postgres container() {
        int port = FreePorts.one();
        Map<String, String> environment = Map.of("POSTGRES_DB", NAME, "POSTGRES_USER", NAME, "POSTGRES_PASSWORD", NAME);
        ContainerLifecycle lifecycle =
                new ContainerLifecycle(IMAGE, environment, COMMAND, port, PORT, () -> answers(port));
        lifecycle.start();
        return new Postgres(port, NAME, lifecycle);
    }

    private static boolean answers(int port) {
        try (var _ = DriverManager.getConnection(url("jdbc", port), NAME, NAME)) {
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    private static String url(String scheme, int port) {
        return "%s:postgresql://localhost:%d/%s".formatted(scheme, port, NAME);
    }

    public String jdbcUrl() {
        return url("jdbc", port);
    }

    public String r2dbcUrl() {
        return url("r2dbc", port);
    }

    /** {@code localhost:port}. */
    public String address() {
        return "localhost:" + port;
    }

    public String username() {
        return NAME;
    }

    public String password() {
        return password;
    }
}
