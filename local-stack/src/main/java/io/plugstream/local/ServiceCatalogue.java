package io.plugstream.local;

import io.plugstream.local.postgres.PostgresServer;
import io.plugstream.local.process.JavaCommand;
import io.plugstream.local.process.ServiceDefinition;
import io.plugstream.local.process.ServiceImage;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The services as a local run starts them: their jars and their configuration. */
final class ServiceCatalogue {
    static final String GATEWAY = "ocpp-gateway";
    static final String DISPATCHER = "webhook-dispatcher";
    static final String API = "api-service";
    static final String QUOTA = "quota-service";
    static final String SANDBOX = "sandbox";
    static final List<String> NAMES = List.of(GATEWAY, DISPATCHER, API, QUOTA, SANDBOX);

    private static final List<String> JVM = JavaCommand.options(
            "-Xms64m",
            "-XX:+UseSerialGC",
            // Saves compile time: five services start at once on few cores.
            "-XX:TieredStopAtLevel=1",
            // Otherwise classes and compiled code soon reach a threshold that causes a full collection.
            "-XX:MetaspaceSize=128m",
            "-XX:ReservedCodeCacheSize=240m",
            "-XX:+ExitOnOutOfMemoryError");

    private static final List<String> HEAP = List.of("-Xmx256m");

    /** With 1,000 test chargers the process stays below 256 MB. */
    private static final List<String> HEAP_OF_SANDBOX = List.of("-Xmx96m", "-Xmn24m");

    private final Path home;
    private final Path state;
    private final Ports ports;
    private final String kafka;

    /** Takes the jars from the project in {@code home} and keeps state in {@code state}. */
    ServiceCatalogue(Path home, Path state, Ports ports, int brokers) {
        this.home = home;
        this.state = state;
        this.ports = ports;
        this.kafka =
                ports.kafkas(brokers).stream().map(port -> "localhost:" + port).collect(Collectors.joining(","));
    }

    ServiceDefinition gateway() {
        return service(GATEWAY, ports.gatewayManagement(), Map.of("SERVER_PORT", Integer.toString(ports.gateway())));
    }

    ServiceDefinition dispatcher() {
        return service(DISPATCHER, ports.dispatcherManagement(), webhooks());
    }

    ServiceDefinition sandbox() {
        return service(
                SANDBOX,
                ports.sandboxManagement(),
                Map.of(
                        "PLUGSTREAM_SIMULATION_GATEWAY",
                        "ws://localhost:" + ports.gateway() + "/ocpp",
                        DevelopmentKey.VARIABLE,
                        DevelopmentKey.VALUE));
    }

    ServiceDefinition quota() {
        return service(
                QUOTA,
                ports.quotaManagement(),
                Map.of("PLUGSTREAM_QUOTA_STATEDIRECTORY", state.resolve("quota").toString()));
    }

    ServiceDefinition api(PostgresServer postgres) {
        var settings = new HashMap<>(webhooks());
        settings.put("SERVER_PORT", Integer.toString(ports.api()));
        settings.put("SPRING_R2DBC_URL", postgres.r2dbcUrl());
        settings.put("SPRING_R2DBC_USERNAME", postgres.username());
        settings.put("SPRING_R2DBC_PASSWORD", postgres.password());
        settings.put("SPRING_FLYWAY_URL", postgres.jdbcUrl());
        settings.put("SPRING_FLYWAY_USER", postgres.username());
        settings.put("SPRING_FLYWAY_PASSWORD", postgres.password());
        settings.put("PLUGSTREAM_IDENTITY_ISSUER", "http://localhost:" + ports.identity());
        settings.put("PLUGSTREAM_PORTAL_URL", "http://localhost:" + ports.api());
        settings.put("PLUGSTREAM_CHARGERS_CONNECTIONURL", "ws://localhost:" + ports.gateway() + "/ocpp");
        return service(API, ports.apiManagement(), settings);
    }

    private static Map<String, String> webhooks() {
        return Map.of(
                "PLUGSTREAM_WEBHOOKADDRESS_ALLOWHTTP",
                "true",
                "PLUGSTREAM_WEBHOOKADDRESS_ALLOWLOOPBACK",
                "true",
                DevelopmentKey.VARIABLE,
                DevelopmentKey.VALUE);
    }

    private ServiceDefinition service(String name, int managementPort, Map<String, String> settings) {
        var environment = new HashMap<>(settings);
        environment.put("SPRING_KAFKA_BOOTSTRAPSERVERS", kafka);
        environment.put("MANAGEMENT_SERVER_PORT", Integer.toString(managementPort));
        // The identity provider of a local run trusts everyone, so only this machine may reach the services.
        environment.put("SERVER_ADDRESS", "127.0.0.1");
        environment.put("MANAGEMENT_SERVER_ADDRESS", "127.0.0.1");
        environment.put("PLUGSTREAM_INSTANCE", "local");
        return new ServiceDefinition(
                name, ServiceImage.of(home, name).packed(), managementPort, jvm(name), environment);
    }

    /** The options of a service's JVM. */
    static List<String> jvm(String name) {
        var heap = name.equals(SANDBOX) ? HEAP_OF_SANDBOX : HEAP;
        return Stream.concat(JVM.stream(), heap.stream()).toList();
    }
}
