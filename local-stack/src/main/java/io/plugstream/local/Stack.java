package io.plugstream.local;

import io.plugstream.local.identity.IdentityProvider;
import io.plugstream.local.kafka.BrokerCluster;
import io.plugstream.local.postgres.PostgresServer;
import io.plugstream.local.process.Parallel;
import io.plugstream.local.process.ServiceGroup;
import io.plugstream.local.process.ServiceProcess;
import io.plugstream.local.process.StartException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The whole platform on this machine, as processes: Kafka, PostgreSQL, the identity provider and the services. Closing it stops, in order,
 * sandbox, gateway, dispatcher, api and quota, then the rest; also what was started so far when a start fails half way.
 */
public final class Stack implements AutoCloseable {
    private static final Duration SERVICES_START = Duration.ofSeconds(150);
    private static final Duration SERVICE_STOP = Duration.ofSeconds(25);

    private final Path state;
    private final Ports ports;
    private final int brokers;
    private final Consumer<String> say;
    private final ServiceCatalogue catalogue;
    private final Stops stops = new Stops();
    private volatile @Nullable BrokerCluster kafka;
    private volatile @Nullable PostgresServer postgres;
    private volatile @Nullable ServiceGroup services;

    /**
     * A platform that is not started yet.
     *
     * @param home the project's directory, whose modules have been packaged
     * @param state where everything is kept; nobody else may use it meanwhile
     * @param brokers of Kafka; with three, each record has three copies
     * @param say is told what happens, in lines for people
     */
    public Stack(Path home, Path state, Ports ports, int brokers, Consumer<String> say) {
        this.state = state.toAbsolutePath();
        this.ports = ports;
        this.brokers = brokers;
        this.say = say;
        this.catalogue = new ServiceCatalogue(home.toAbsolutePath(), this.state, ports, brokers);
    }

    /**
     * Starts everything and returns when all of it is ready.
     *
     * @throws StartException if a part does not start; the caller closes what did
     */
    public void start() throws InterruptedException {
        var broker = starting(() -> BrokerCluster.start(state.resolve("kafka"), ports.kafkas(brokers)));
        var database = starting(() -> PostgresServer.start(state.resolve("postgres"), ports.postgres()));
        var provider = IdentityProvider.start(
                ports.identity(),
                state.resolve("identity/signing-key.json"),
                List.of(URI.create("http://localhost:" + ports.api())));
        stops.add(provider::close);
        kafka = finished(broker);
        postgres = finished(database);
        say.accept("Kafka and PostgreSQL are ready");
        var group = new ServiceGroup(
                List.of(
                        new ServiceProcess(catalogue.sandbox(), state),
                        new ServiceProcess(catalogue.gateway(), state),
                        new ServiceProcess(catalogue.dispatcher(), state),
                        new ServiceProcess(catalogue.api(postgres()), state),
                        new ServiceProcess(catalogue.quota(), state)),
                say);
        services = group;
        stops.add(() -> group.stop(SERVICE_STOP));
        group.start(SERVICES_START);
    }

    public Ports ports() {
        return ports;
    }

    public BrokerCluster kafka() {
        return Objects.requireNonNull(kafka, "Kafka is not started");
    }

    public PostgresServer postgres() {
        return Objects.requireNonNull(postgres, "PostgreSQL is not started");
    }

    /** The service of that module name, for example {@code ocpp-gateway}. */
    public ServiceProcess service(String name) {
        return Objects.requireNonNull(services, "The services are not started").service(name);
    }

    @Override
    public void close() {
        stops.close();
    }

    private <T extends AutoCloseable> CompletableFuture<T> starting(Supplier<T> start) {
        return Parallel.start(() -> {
            var started = start.get();
            stops.add(started::close);
            return started;
        });
    }

    private static <T> T finished(CompletableFuture<T> part) {
        try {
            return part.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof StartException cause ? cause : e;
        }
    }
}
