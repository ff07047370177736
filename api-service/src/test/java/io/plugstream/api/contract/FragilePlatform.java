package io.plugstream.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.QuotaProcess;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.Tier;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.Postgres;
import io.plugstream.parts.RealParts;
import io.plugstream.parts.TcpProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;

/** One replica with a broker and a database of its own, behind networks, for tests that break them. */
final class FragilePlatform implements AutoCloseable {

    static final String WEBHOOKS = "/api/v1/webhooks";
    static final String HOOK = "{\"url\":\"http://127.0.0.1:9/hook\",\"events\":[\"charger.boot\"]}";

    /** The bound in the code is about 2 s; the machine may be busy. */
    static final Duration SOON = Duration.ofSeconds(6);

    private final Postgres postgres = RealParts.newPostgres();
    private final TcpProxy database = TcpProxy.to(port(postgres));
    private final Kafka kafka = RealParts.newProxiedKafka();
    private final QuotaProcess quota;
    private final ApiReplica replica;
    private final Tenant tenant;

    FragilePlatform() {
        this.quota = new QuotaProcess(home(), kafka.bootstrapServers());
        quota.ensureRunning();
        this.replica = ApiReplica.start(
                "--spring.kafka.bootstrap-servers=" + kafka.proxiedServers(),
                "--spring.r2dbc.url=" + proxied(postgres.r2dbcUrl()),
                "--spring.r2dbc.password=" + postgres.password(),
                "--spring.flyway.url=" + proxied(postgres.jdbcUrl()),
                "--spring.flyway.password=" + postgres.password());
        replica.awaitReady();
        this.tenant = Tenant.of(replica, Tier.GROWTH);
    }

    private static Path home() {
        try {
            Path platform = Files.createDirectories(Path.of("target", "platform"));
            return Files.createDirectories(
                    Files.createTempDirectory(platform, "fragile").resolve("quota"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int port(Postgres server) {
        return Integer.parseInt(server.address().replace("localhost:", ""));
    }

    private String proxied(String url) {
        return url.replace(postgres.address(), "localhost:" + database.port());
    }

    @Override
    public void close() {
        replica.close();
        quota.close();
        kafka.close();
        database.close();
        postgres.close();
    }

    Postgres postgres() {
        return postgres;
    }

    /** What is between the replica and {@link #postgres()}. */
    TcpProxy databaseNetwork() {
        return database;
    }

    Kafka kafka() {
        return kafka;
    }

    ApiReplica replica() {
        return replica;
    }

    Tenant tenant() {
        return tenant;
    }

    ApiClient operator() {
        return replica.client().token(Platform.get().tokens().operator());
    }

    /** The first answer that is a 200: a busy machine also gives some 503s. */
    private static Answer found(Callable<Answer> request) {
        return Awaitility.await().atMost(Duration.ofSeconds(20)).until(request, answer -> answer.status() == 200);
    }

    int webhooks() {
        return found(() -> tenant.live().get(WEBHOOKS)).json().path("webhooks").size();
    }

    /** Everything that needs the database, twice: with caches that are still believed, and without. */
    void assertUnavailable() throws Exception {
        for (int round = 0; round < 2; round++) {
            assertThat(atOnce(everything())).allSatisfy(FragilePlatform::isUnavailable);
        }
        assertThat(replica.client().get("/openapi.json").status()).isEqualTo(200);
        assertStaysReady();
    }

    /** What cannot be counted is refused; what is not counted goes on. */
    void assertUncountable() throws Exception {
        List<Callable<Timed>> metered = everything().subList(0, everything().size() - 1);
        for (int round = 0; round < 2; round++) {
            assertThat(atOnce(metered)).allSatisfy(FragilePlatform::isUnavailable);
        }
        assertThat(found(() -> operator().get("/admin/v1/organisations")).status())
                .isEqualTo(200);
        assertThat(replica.client().get("/problems/unavailable").status()).isEqualTo(200);
        assertStaysReady();
    }

    /** Otherwise Kubernetes would take all replicas away at once, and nobody would give these answers (ADR 121). */
    private void assertStaysReady() {
        ApiClient management = replica.management();
        assertThat(management.get("/actuator/health").status()).isEqualTo(503);
        assertThat(management.get("/actuator/health/readiness").status()).isEqualTo(200);
    }

    /** Calls of every kind. */
    List<Callable<Timed>> everything() {
        ApiClient live = tenant.live();
        return List.of(
                () -> timed(() -> live.get(WEBHOOKS)),
                () -> timed(() -> live.post(WEBHOOKS, HOOK)),
                () -> timed(() -> live.get("/api/v1/auth/api-keys")),
                () -> timed(() -> live.get("/api/v1/chargers")),
                () -> timed(() -> live.post("/api/v1/chargers", "{\"chargeBoxId\":\"CP-9\"}")),
                () -> timed(() -> live.get("/api/v1/transactions")),
                () -> timed(() -> operator().get("/admin/v1/organisations")));
    }

    void awaitRecovery(Duration most) {
        Awaitility.await("recovery")
                .atMost(most)
                .pollInterval(Duration.ofMillis(250))
                .untilAsserted(
                        () -> assertThat(tenant.live().get(WEBHOOKS).status()).isEqualTo(200));
    }

    static List<Timed> atOnce(List<Callable<Timed>> calls) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Timed> answers = new ArrayList<>();
            for (Future<Timed> future : threads.invokeAll(calls)) {
                answers.add(future.get());
            }
            return answers;
        }
    }

    static Timed timed(Callable<Answer> call) throws Exception {
        long began = System.nanoTime();
        Answer answer = call.call();
        return new Timed(answer, Duration.ofNanos(System.nanoTime() - began));
    }

    private static void isUnavailable(Timed timed) {
        isUnavailableWithin(timed, SOON);
    }

    static void isUnavailableWithin(Timed timed, Duration most) {
        assertThat(timed.answer().status()).as(timed.answer().body()).isEqualTo(503);
        assertThat(timed.answer().problem()).isEqualTo("unavailable");
        assertThat(timed.answer().header("RateLimit-Policy")).isPresent();
        assertThat(timed.took()).isLessThan(most);
    }

    /** An answer, and how long it took. */
    record Timed(Answer answer, Duration took) {}
}
