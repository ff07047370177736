package io.plugstream.api;

import io.plugstream.local.DevelopmentKey;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.Postgres;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryOptions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.flywaydb.core.Flyway;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.http.client.ReactorResourceFactory;

/** The whole service in this JVM with real Kafka and PostgreSQL, and with a database of its own. */
public final class RunningService implements AutoCloseable {

    private final ConfigurableApplicationContext context;
    private final Database database;

    private RunningService(ConfigurableApplicationContext context, Database database) {
        this.context = context;
        this.database = database;
    }

    /** Starts the service on {@code database}, which another instance may share. */
    public static RunningService start(Kafka kafka, Database database, String... properties) {
        return start(kafka.bootstrapServers(), database, properties);
    }

    /** Starts the service with Kafka at other addresses, such as a cluster's. */
    public static RunningService start(String kafka, Database database, String... properties) {
        return start(kafka, database, _ -> {}, properties);
    }

    /** Starts the service on a machine with another clock. */
    public static RunningService start(Kafka kafka, Database database, Clock clock) {
        return start(kafka.bootstrapServers(), database, context -> context.registerBean(Clock.class, () -> clock));
    }

    private static RunningService start(
            String kafka, Database database, Consumer<GenericApplicationContext> beans, String... properties) {
        List<String> arguments = new ArrayList<>(Arrays.asList(properties));
        if (arguments.stream().noneMatch(argument -> argument.startsWith("--plugstream.secrets.keys="))) {
            arguments.add("--plugstream.secrets.keys=" + DevelopmentKey.VALUE);
        }
        if (arguments.stream().noneMatch(argument -> argument.startsWith("--plugstream.outbox.withdraw-all="))) {
            // Tests share a broker, and each has a database of its own.
            arguments.add("--plugstream.outbox.withdraw-all=true");
        }
        Map.of(
                        "server.port",
                        "0",
                        "management.server.port",
                        "0",
                        "spring.kafka.bootstrap-servers",
                        kafka,
                        "spring.r2dbc.url",
                        database.r2dbcUrl(),
                        "spring.r2dbc.password",
                        database.password(),
                        "spring.flyway.url",
                        database.jdbcUrl(),
                        "spring.flyway.password",
                        database.password(),
                        "plugstream.chargers.connection-url",
                        "wss://chargers.example.com/ocpp",
                        "logging.structured.format.console",
                        "",
                        "plugstream.identity.issuer",
                        "http://localhost:1")
                .forEach((name, value) -> arguments.add("--" + name + '=' + value));
        ConfigurableApplicationContext context = new SpringApplicationBuilder(ApiApplication.class)
                .initializers(
                        RunningService::isolateEventLoops, fresh -> beans.accept((GenericApplicationContext) fresh))
                .run(arguments.toArray(String[]::new));
        return new RunningService(context, database);
    }

    /** Closing the first service would stop shared event loops. */
    private static void isolateEventLoops(ConfigurableApplicationContext context) {
        ReactorResourceFactory resources = new ReactorResourceFactory();
        resources.setUseGlobalResources(false);
        // A service that a test closes gets no further requests.
        resources.setShutdownQuietPeriod(Duration.ZERO);
        ((GenericApplicationContext) context).registerBean(ReactorResourceFactory.class, () -> resources);
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public <T> T bean(String name, Class<T> type) {
        return context.getBean(name, type);
    }

    public int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    public Database database() {
        return database;
    }

    @Override
    public void close() {
        context.close();
    }

    /** A database that belongs to one test. */
    public record Database(Postgres server, String name) {

        /** Each server's database that others are copied from, because a copy is faster than all migrations. */
        private static final Map<Postgres, Database> TEMPLATES = new ConcurrentHashMap<>();

        /** A database with all tables. */
        public static Database fresh(Postgres server) {
            return create(server, " TEMPLATE " + TEMPLATES.computeIfAbsent(server, Database::migrated).name);
        }

        private static Database migrated(Postgres server) {
            Database database = create(server, "");
            Flyway.configure()
                    .dataSource(database.jdbcUrl(), server.username(), server.password())
                    .load()
                    .migrate();
            return database;
        }

        private static Database create(Postgres server, String template) {
            String name = "test_" + HexFormat.of().toHexDigits(UUID.randomUUID().getMostSignificantBits());
            execute(server.jdbcUrl(), server, "CREATE DATABASE " + name + template);
            return new Database(server, name);
        }

        /** Runs SQL with {@code ?} for parameters. */
        public void run(String sql, Object... parameters) {
            try (Connection connection = connect();
                    var statement = connection.prepareStatement(sql)) {
                for (int i = 0; i < parameters.length; i++) {
                    statement.setObject(i + 1, storable(parameters[i]));
                }
                statement.execute();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        /** The first column of the only row. */
        public String ask(String sql, Object... parameters) {
            try (Connection connection = connect();
                    var statement = connection.prepareStatement(sql)) {
                for (int i = 0; i < parameters.length; i++) {
                    statement.setObject(i + 1, storable(parameters[i]));
                }
                try (var rows = statement.executeQuery()) {
                    return rows.next() ? String.valueOf(rows.getString(1)) : "nothing";
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        /** Makes the deletion of a third of the rows take 1 ms: one statement for 7,000 rows exceeds its time limit. */
        public void slowDeletes(String table) {
            slow("DELETE", table, 0.001, 0.33);
        }

        /** Makes each insertion and update of a row take 10 ms: one statement for 250 rows exceeds its time limit. */
        public void slowWrites(String table) {
            slow("INSERT OR UPDATE", table, 0.01, 1);
        }

        private void slow(String change, String table, double seconds, double share) {
            run("""
                    CREATE OR REPLACE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS $$
                    BEGIN
                        PERFORM pg_sleep(TG_ARGV[0]::float8);
                        IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
                        RETURN NEW;
                    END $$""");
            run("CREATE TRIGGER lingering BEFORE " + change + " ON " + table + " FOR EACH ROW WHEN (random() < " + share
                    + ") EXECUTE FUNCTION linger('" + seconds + "')");
        }

        public Connection connect() throws SQLException {
            return connect(jdbcUrl(), server);
        }

        String jdbcUrl() {
            return server.jdbcUrl().replaceAll("/[^/]*$", "/" + name);
        }

        /** For the test's own connections. */
        public ConnectionFactory connections() {
            return ConnectionFactories.get(ConnectionFactoryOptions.parse(r2dbcUrl())
                    .mutate()
                    .option(ConnectionFactoryOptions.USER, server.username())
                    .option(ConnectionFactoryOptions.PASSWORD, password())
                    .build());
        }

        String r2dbcUrl() {
            return server.r2dbcUrl().replaceAll("/[^/]*$", "/" + name);
        }

        String password() {
            return server.password();
        }

        private static Object storable(Object value) {
            return value instanceof Instant instant ? OffsetDateTime.ofInstant(instant, ZoneOffset.UTC) : value;
        }

        private static void execute(String url, Postgres server, String sql) {
            try (Connection connection = connect(url, server);
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        private static Connection connect(String url, Postgres server) throws SQLException {
            return DriverManager.getConnection(url, server.username(), server.password());
        }
    }
}
