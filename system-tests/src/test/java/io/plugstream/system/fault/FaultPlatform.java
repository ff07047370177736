package io.plugstream.system.fault;

import io.plugstream.local.DevelopmentKey;
import io.plugstream.local.identity.IdentityProvider;
import io.plugstream.local.process.Parallel;
import io.plugstream.parts.ClusterBroker;
import io.plugstream.parts.KafkaCluster;
import io.plugstream.parts.Postgres;
import io.plugstream.parts.RealParts;
import io.plugstream.parts.TcpProxy;
import io.plugstream.system.ApiAccess;
import io.plugstream.system.Service;
import io.plugstream.system.ServiceInstance;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.awaitility.Awaitility;

/**
 * The platform as in production, on this machine: three brokers, two instances of each service, PostgreSQL, and
 * networks that can be disturbed. The first instance of each service reaches the brokers through proxies, and so do
 * chargers the gateways.
 */
public final class FaultPlatform implements ApiAccess, AutoCloseable {

    /** All that the load needs; it has no test chargers. */
    static final List<Service> SERVICES = List.of(Service.API, Service.GATEWAY, Service.QUOTA, Service.DISPATCHER);

    private static final int INSTANCES = 2;
    private static final Duration WHOLE = Duration.ofMinutes(3);

    private final Path directory;
    private final KafkaCluster kafka;
    private final Postgres postgres;
    private final IdentityProvider identity;
    private final Map<Service, List<ServiceInstance>> services = new EnumMap<>(Service.class);
    private final List<TcpProxy> gatewayProxies = new ArrayList<>();

    private FaultPlatform(Path directory, KafkaCluster kafka, Postgres postgres, IdentityProvider identity) {
        this.directory = directory;
        this.kafka = kafka;
        this.postgres = postgres;
        this.identity = identity;
    }

    /** The brokers, which other tests may use when no platform runs. They stop with the JVM. */
    public static KafkaCluster brokers() {
        return Brokers.CLUSTER;
    }

    /** Starts everything and returns when all is ready. Logs are kept in {@code directory}. */
    public static FaultPlatform start(Path directory) throws IOException {
        Files.createDirectories(directory);
        FaultPlatform platform = new FaultPlatform(
                directory,
                brokers(),
                RealParts.newPostgres(),
                IdentityProvider.start(0, directory.resolve("identity-key.json")));
        try {
            platform.startServices();
            return platform;
        } catch (IOException | RuntimeException e) {
            platform.close();
            throw e;
        }
    }

    private void startServices() throws IOException {
        for (Service service : SERVICES) {
            List<ServiceInstance> instances = new ArrayList<>();
            for (int number = 1; number <= INSTANCES; number++) {
                instances.add(new ServiceInstance(
                        service,
                        Integer.toString(number),
                        directory,
                        settings(number == 1 ? kafka.bootstrapServers(client(service)) : kafka.bootstrapServers())));
            }
            services.put(service, instances);
        }
        instances(Service.GATEWAY).forEach(gateway -> gatewayProxies.add(TcpProxy.to(gateway.port())));
        all().forEach(ServiceInstance::launch);
        all().forEach(ServiceInstance::awaitReady);
    }

    private Map<String, String> settings(String bootstrapServers) {
        Map<String, String> settings = new HashMap<>();
        settings.put("SPRING_KAFKA_BOOTSTRAPSERVERS", bootstrapServers);
        settings.put("SPRING_R2DBC_URL", postgres.r2dbcUrl());
        settings.put("SPRING_R2DBC_USERNAME", postgres.username());
        settings.put("SPRING_R2DBC_PASSWORD", postgres.password());
        settings.put("SPRING_FLYWAY_URL", postgres.jdbcUrl());
        settings.put("SPRING_FLYWAY_USER", postgres.username());
        settings.put("SPRING_FLYWAY_PASSWORD", postgres.password());
        settings.put("PLUGSTREAM_IDENTITY_ISSUER", "http://localhost:" + identity.port());
        settings.put("PLUGSTREAM_CHARGERS_CONNECTIONURL", "ws://localhost:8081/ocpp");
        settings.put("PLUGSTREAM_WEBHOOKADDRESS_ALLOWHTTP", "true");
        settings.put("PLUGSTREAM_WEBHOOKADDRESS_ALLOWLOOPBACK", "true");
        settings.put(DevelopmentKey.VARIABLE, DevelopmentKey.VALUE);
        return settings;
    }

    public KafkaCluster kafka() {
        return kafka;
    }

    Postgres postgres() {
        return postgres;
    }

    /** Both instances of a service. */
    public List<ServiceInstance> instances(Service service) {
        return Objects.requireNonNull(services.get(service));
    }

    private List<ServiceInstance> all() {
        return services.values().stream().flatMap(List::stream).toList();
    }

    /** The network between the first instance of {@code service} and a broker. */
    public TcpProxy between(Service service, ClusterBroker broker) {
        return kafka.between(client(service), broker);
    }

    /** The networks between chargers and each gateway. */
    public List<TcpProxy> gatewayProxies() {
        return gatewayProxies;
    }

    @Override
    public URI api() {
        return instances(Service.API).getFirst().uri();
    }

    /** All replicas of the API. */
    public List<URI> apis() {
        return instances(Service.API).stream().map(ServiceInstance::uri).toList();
    }

    @Override
    public int identityPort() {
        return identity.port();
    }

    /** Returns when all replicas are in sync and all services ready, so that the next fault is the only one. */
    public void awaitWhole() {
        all().forEach(ServiceInstance::awaitHealthy);
        Awaitility.await("all copies are in sync")
                .atMost(WHOLE)
                .pollInterval(Duration.ofMillis(500))
                .until(kafka::isWhole);
    }

    @Override
    public void close() {
        gatewayProxies.forEach(TcpProxy::close);
        Parallel.all(all().stream().map(instance -> (Runnable) instance::close).toList());
        identity.close();
        postgres.close();
    }

    private static String client(Service service) {
        return service.name().toLowerCase(Locale.ROOT);
    }

    private static final class Brokers {

        static final KafkaCluster CLUSTER = start();

        private static KafkaCluster start() {
            KafkaCluster cluster = KafkaCluster.start(
                    SERVICES.stream().map(FaultPlatform::client).toArray(String[]::new));
            Runtime.getRuntime().addShutdownHook(new Thread(cluster::close));
            return cluster;
        }
    }
}
