package io.plugstream.local.postgres;

import io.plugstream.local.process.ChildProcess;
import io.plugstream.local.process.FreePorts;
import io.plugstream.local.process.PrivateFiles;
import io.plugstream.local.process.StartException;
import io.plugstream.local.process.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A real PostgreSQL server with one database and one user, both called {@code plugstream}. It listens on loopback and
 * ends with this JVM. Its directory keeps data and password for the next start, even after it was killed.
 */
public final class PostgresServer implements AutoCloseable {
    private static final String NAME = "plugstream";
    private static final int PASSWORD_BYTES = 16;
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration STOP = Duration.ofSeconds(15);

    private final ChildProcess child;
    private final int port;
    private final String password;

    private PostgresServer(ChildProcess child, int port, String password) {
        this.child = child;
        this.port = port;
        this.password = password;
    }

    /**
     * Starts a server that keeps its data in {@code directory}, and returns when it accepts connections.
     *
     * @param port where clients connect; 0 takes a free one
     * @throws StartException if it ends, or does not answer within 120 s; the message carries the end of its log
     */
    public static PostgresServer start(Path directory, int port) {
        return start(directory, port, ServerAccount.forThisProcess(), null);
    }

    /** Like {@link #start(Path, int)}, but accepts TLS connections only; certificate and key are PEM. */
    public static PostgresServer startEncrypted(Path directory, int port, String certificate, String key) {
        return start(directory, port, ServerAccount.forThisProcess(), new Encryption(certificate, key));
    }

    /** Like {@link #start(Path, int)}, as this account. */
    static PostgresServer start(Path directory, int port, ServerAccount account, @Nullable Encryption encryption) {
        try {
            var home = Files.createDirectories(directory).toRealPath();
            var log = home.resolve("postgres.log");
            var binaries = PostgresBinaries.unpacked();
            var data = new DataDirectory(home, log, binaries, account);
            var password = password(home);
            data.prepare(NAME, password);
            var chosenPort = FreePorts.orFree(port);
            var settings = new HashMap<>(settings(chosenPort));
            if (encryption != null) {
                settings.putAll(encryption.settings(home, account));
            }
            var child = ChildProcess.start(
                    log, Map.of(), StopSignal.INT, account.command(command(binaries, data.path(), settings)));
            var server = new PostgresServer(child, chosenPort, password);
            child.awaitStart("PostgreSQL", START, server::acceptsConnections);
            return server;
        } catch (IOException e) {
            throw new StartException("PostgreSQL cannot keep its data in " + directory + ": " + e.getMessage(), e);
        }
    }

    /** The password: generated once, readable by its owner only. */
    private static String password(Path home) throws IOException {
        var file = home.resolve("password");
        if (!Files.exists(file)) {
            var bytes = new byte[PASSWORD_BYTES];
            new SecureRandom().nextBytes(bytes);
            PrivateFiles.write(file, HexFormat.of().formatHex(bytes));
        }
        return Files.readString(file).strip();
    }

    private boolean acceptsConnections() {
        try (var _ = DriverManager.getConnection(jdbcUrl(), username(), password())) {
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    private static Map<String, String> settings(int port) {
        return Map.of(
                "port", Integer.toString(port),
                "listen_addresses", "127.0.0.1",
                "unix_socket_directories", "",
                "shared_buffers", "64MB",
                "max_connections", "200",
                "log_timezone", "UTC",
                "timezone", "UTC");
    }

    private static List<String> command(PostgresBinaries binaries, Path data, Map<String, String> settings) {
        var command = new ArrayList<>(List.of(binaries.program("postgres").toString(), "-D", data.toString()));
        settings.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
        return command;
    }

    public String jdbcUrl() {
        return "jdbc:postgresql://localhost:%d/%s".formatted(port, NAME);
    }

    public String r2dbcUrl() {
        return "r2dbc:postgresql://localhost:%d/%s".formatted(port, NAME);
    }

    /** This user may create databases, for tests that need their own. */
    public String username() {
        return NAME;
    }

    public String password() {
        return password;
    }

    public Process process() {
        return child.process();
    }

    public long pid() {
        return child.pid();
    }

    /**
     * Performs PostgreSQL's fast shutdown, which disconnects clients and keeps data safe. Kills the server after 15 s.
     */
    public void stop() {
        child.stop(STOP);
    }

    @Override
    public void close() {
        stop();
    }
}
