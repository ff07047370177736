package io.plugstream.benchmark.platform;

import io.plugstream.local.DevelopmentKey;
import io.plugstream.local.identity.IdentityProvider;
import io.plugstream.local.postgres.PostgresServer;
import io.plugstream.local.process.FreePorts;
import java.util.HashMap;
import java.util.Map;

/** What services need besides Kafka: a database, an identity provider, and settings without a default. */
public final class Platform implements AutoCloseable {

    private final PostgresServer postgres;
    private final IdentityProvider identity;
    private final Stage stage;

    private Platform(Stage stage, PostgresServer postgres, IdentityProvider identity) {
        this.stage = stage;
        this.postgres = postgres;
        this.identity = identity;
    }

    /** Starts the database and the identity provider. */
    public static Platform start(Stage stage) {
        return new Platform(
                stage,
                PostgresServer.start(stage.directory().resolve("postgres"), 0),
                IdentityProvider.start(0, stage.directory().resolve("identity-key.json")));
    }

    /** The environment of {@code service}. */
    public Map<String, String> settings(String service) {
        Map<String, String> settings = new HashMap<>();
        settings.put("SERVER_ADDRESS", "127.0.0.1");
        switch (service) {
            case "quota-service" ->
                settings.put(
                        "PLUGSTREAM_QUOTA_STATEDIRECTORY",
                        stage.directory().resolve("quota").toString());
            case "webhook-dispatcher" -> settings.put(DevelopmentKey.VARIABLE, DevelopmentKey.VALUE);
            case "api-service" -> addApi(settings);
            case "sandbox" -> settings.put(DevelopmentKey.VARIABLE, DevelopmentKey.VALUE);
            default -> settings.put("SERVER_PORT", Integer.toString(FreePorts.one()));
        }
        return settings;
    }

    /** The database. */
    public PostgresServer database() {
        return postgres;
    }

    private void addApi(Map<String, String> settings) {
        settings.put("SERVER_PORT", Integer.toString(FreePorts.one()));
        settings.put("SPRING_R2DBC_URL", postgres.r2dbcUrl());
        settings.put("SPRING_R2DBC_PASSWORD", postgres.password());
        settings.put("SPRING_FLYWAY_URL", postgres.jdbcUrl());
        settings.put("SPRING_FLYWAY_PASSWORD", postgres.password());
        settings.put("PLUGSTREAM_IDENTITY_ISSUER", "http://localhost:" + identity.port());
        settings.put("PLUGSTREAM_CHARGERS_CONNECTIONURL", "ws://localhost:8081/ocpp");
        settings.put(DevelopmentKey.VARIABLE, DevelopmentKey.VALUE);
    }

    @Override
    public void close() {
        identity.close();
        postgres.close();
    }
}
