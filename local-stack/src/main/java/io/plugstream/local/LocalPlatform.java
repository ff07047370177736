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
 * The whole platform as processes on this machine: Kafka, PostgreSQL, the identity provider and the services. Closing
 * stops sandbox, gateway, dispatcher, api and quota in this order, then the rest. It also cleans up after a failed
 * start.
 */
public final class LocalPlatform implements AutoCloseable {
    private static final Duration SERVICES_START = Duration.ofSeconds(150);
    private static final Duration SERVICE_STOP = Duration.ofSeconds(25);

    private final Path state;
    private final Ports ports;
    private final int brokers;
    private final Consumer<String> say;
    private final ServiceCatalogue catalogue;
    private final ShutdownSteps shutdown = new ShutdownSteps();
    private volatile @Nullable BrokerCluster kafka;
    private volatile @Nullable PostgresServer postgres;

    /**
     * Creates a platform without starting it.
     *
     * @param home the project's directory, whose modules have been packaged
     * @param state the directory of all state; only one run may use it at a time
     * @param brokers number of Kafka brokers; with three, each record has three copies
     * @param say receives progress messages
     */
    public LocalPlatform(Path home, Path state, Ports ports, int brokers, Consumer<String> say) {
        this.state = state.toAbsolutePath();
        this.ports = ports;
        this.brokers = brokers;
        this.say = say;
        this.catalogue = new ServiceCatalogue(home.toAbsolutePath(), this.state, ports, brokers);
    }

    /**
     * Starts all parts and returns when they are ready.
     *
     * @throws StartException if a part does not start; the caller must close this platform
     */
    public void start() throws InterruptedException {
        var broker = starting(() -> BrokerCluster.start(state.resolve("kafka"), ports.kafkas(brokers)));
        var database = starting(() -> PostgresServer.start(state.resolve("postgres"), ports.postgres()));
        var provider = IdentityProvider.start(
                ports.identity(),
                state.resolve("identity/token-key.json"),
                List.of(URI.create("http://localhost:" + ports.api())));
        shutdown.add(provider::close);
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
        shutdown.add(() -> group.stop(SERVICE_STOP));
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

    @Override
    public void close() {
        shutdown.close();
    }

    private <T extends AutoCloseable> CompletableFuture<T> starting(Supplier<T> start) {
        return Parallel.start(() -> {
            var started = start.get();
            shutdown.add(started::close);
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
