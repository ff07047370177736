package io.plugstream.api.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.ApiApplication;
import io.plugstream.local.DevelopmentKey;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.http.client.ReactorResourceFactory;

/** An api-service on the {@link Platform}, with ports of its own. */
public final class ApiReplica implements AutoCloseable {

    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final Set<ApiReplica> RUNNING = ConcurrentHashMap.newKeySet();

    private final ConfigurableApplicationContext context;

    private ApiReplica(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** Starts a replica, and quota-service if needed, and waits until both are ready. */
    public static ApiReplica ready(String... settings) {
        return ready(_ -> {}, settings);
    }

    /** As {@link #ready(String...)}, with beans that replace the service's. */
    public static ApiReplica ready(Consumer<GenericApplicationContext> beans, String... settings) {
        Platform.get().quota().ensureRunning();
        ApiReplica replica = start(beans, settings);
        replica.awaitReady();
        return replica;
    }

    /** Starts a replica; {@code settings} override the defaults. */
    public static ApiReplica start(String... settings) {
        return start(_ -> {}, settings);
    }

    private static ApiReplica start(Consumer<GenericApplicationContext> beans, String... settings) {
        Platform platform = Platform.get();
        Map<String, String> arguments = new LinkedHashMap<>();
        Stream.concat(
                        Stream.of(
                                "--server.port=0",
                                "--management.server.port=0",
                                "--plugstream.instance=api-" + NUMBER.incrementAndGet(),
                                "--spring.kafka.bootstrap-servers="
                                        + platform.kafka().bootstrapServers(),
                                "--spring.r2dbc.url=" + platform.postgres().r2dbcUrl(),
                                "--spring.r2dbc.password=" + platform.postgres().password(),
                                "--spring.flyway.url=" + platform.postgres().jdbcUrl(),
                                "--spring.flyway.password="
                                        + platform.postgres().password(),
                                "--plugstream.identity.issuer="
                                        + platform.tokens().issuer(),
                                "--plugstream.chargers.connection-url=ws://localhost:8081/ocpp",
                                "--plugstream.secrets.keys=" + DevelopmentKey.VALUE,
                                // Many commands of tests get no result. All replicas have one clock.
                                "--plugstream.commands.sweep-after=2s",
                                // Other tests use the same broker with other databases.
                                "--plugstream.outbox.withdraw-all=true",
                                "--plugstream.webhook-address.allow-http=true",
                                "--plugstream.webhook-address.allow-loopback=true",
                                "--logging.structured.format.console=",
                                "--spring.main.banner-mode=off"),
                        Stream.of(settings))
                .forEach(setting -> arguments.put(setting.substring(0, setting.indexOf('=')), setting));
        ApiReplica replica = new ApiReplica(new SpringApplicationBuilder(ApiApplication.class)
                .initializers(ApiReplica::isolateEventLoops, fresh -> beans.accept((GenericApplicationContext) fresh))
                .registerShutdownHook(false)
                .run(arguments.values().toArray(String[]::new)));
        RUNNING.add(replica);
        return replica;
    }

    /** All replicas in this JVM; any of them may own the partition of a record. */
    public static List<ApiReplica> running() {
        return List.copyOf(RUNNING);
    }

    /** Closing the first replica would stop shared event loops. */
    private static void isolateEventLoops(ConfigurableApplicationContext context) {
        ReactorResourceFactory resources = new ReactorResourceFactory();
        resources.setUseGlobalResources(false);
        // A service that a test closes gets no further requests.
        resources.setShutdownQuietPeriod(Duration.ZERO);
        ((GenericApplicationContext) context).registerBean(ReactorResourceFactory.class, () -> resources);
    }

    public void awaitReady() {
        Awaitility.await("readiness")
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(100))
                .untilAsserted(() -> {
                    ApiClient.Answer readiness = management().get("/actuator/health/readiness");
                    assertThat(readiness.status()).as(readiness.body()).isEqualTo(200);
                });
    }

    public ApiClient client() {
        return ApiClient.ofApi(port());
    }

    /** The API's port, for clients other than {@link ApiClient}. */
    public int port() {
        return port("local.server.port");
    }

    public ApiClient management() {
        return ApiClient.ofManagement(port("local.management.port"));
    }

    /** A metric as Prometheus reads it, summed over its labels. */
    public double metric(String name) {
        return management()
                .get("/actuator/prometheus")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + '{') || line.startsWith(name + ' '))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    /** A bean of this replica. */
    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** All beans of a type, by name. */
    public <T> Map<String, T> beans(Class<T> type) {
        return context.getBeansOfType(type);
    }

    private int port(String property) {
        return context.getEnvironment().getRequiredProperty(property, Integer.class);
    }

    @Override
    public void close() {
        RUNNING.remove(this);
        context.close();
    }
}
