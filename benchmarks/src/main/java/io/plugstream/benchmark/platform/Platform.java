package io.plugstream.benchmark.platform;

import io.plugstream.local.DevelopmentKey;
import io.plugstream.local.identity.IdentityProvider;
import io.plugstream.local.postgres.PostgresServer;
import io.plugstream.local.process.FreePorts;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** What services need besides Kafka: a database, an identity provider, and settings without a default. */
public final class Platform implements AutoCloseable {

    /** The settings of a dispatcher whose receivers are on loopback. */
    public static final Map<String, String> WEBHOOKS = Map.of(
            "PLUGSTREAM_WEBHOOKADDRESS_ALLOWHTTP",
            "true",
            "PLUGSTREAM_WEBHOOKADDRESS_ALLOWLOOPBACK",
            "true",
            DevelopmentKey.VARIABLE,
            DevelopmentKey.VALUE);

    private static final Set<String> WITH_PORTS = Set.of("ocpp-gateway", "api-service");

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

    /** The environment of {@code service}. Settings of other services do no harm. */
    public Map<String, String> settings(String service) {
        Map<String, String> settings = new HashMap<>(WEBHOOKS);
        settings.put("SERVER_ADDRESS", "127.0.0.1");
        settings.put("SPRING_R2DBC_URL", postgres.r2dbcUrl());
        settings.put("SPRING_R2DBC_PASSWORD", postgres.password());
        settings.put("SPRING_FLYWAY_URL", postgres.jdbcUrl());
        settings.put("SPRING_FLYWAY_PASSWORD", postgres.password());
        settings.put("PLUGSTREAM_IDENTITY_ISSUER", "http://localhost:" + identity.port());
        settings.put("PLUGSTREAM_CHARGERS_CONNECTIONURL", "ws://localhost:8081/ocpp");
        // A few chargers send for many, so one may begin more transactions than a real charger.
        settings.put("PLUGSTREAM_GATEWAY_TRANSACTIONS_BURST", "1000000");
        settings.put(
                "PLUGSTREAM_QUOTA_STATEDIRECTORY",
                stage.directory().resolve("quota").toString());
        if (WITH_PORTS.contains(service)) {
            settings.put("SERVER_PORT", Integer.toString(FreePorts.one()));
        }
        return settings;
    }

    public PostgresServer database() {
        return postgres;
    }

    @Override
    public void close() {
        identity.close();
        postgres.close();
    }
}
