package io.plugstream.api.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** PostgreSQL and Kafka fall silent or die, and come back, under one replica that nobody restarts. */
class OutageIT {

    private static final String WEBHOOKS = "/api/v1/webhooks";
    private static final String HOOK = "{\"url\":\"http://127.0.0.1:9/hook\",\"events\":[\"charger.boot\"]}";

    /** The bound in the code is about 2 s; the machine may be busy. */
    private static final Duration SOON = Duration.ofSeconds(6);

    private static Path home;
    private static Postgres postgres;
    private static Kafka kafka;
    private static QuotaProcess quota;
    private static ApiReplica replica;
    private static Tenant tenant;

    @BeforeAll
    static void start() throws IOException {
        home = Files.createTempDirectory(Files.createDirectories(Path.of("target", "platform")), "outage");
        postgres = RealParts.newPostgres();
        kafka = RealParts.newKafka();
        quota = new QuotaProcess(Files.createDirectories(home.resolve("quota")), kafka.bootstrapServers());
        quota.ensureRunning();
        replica = ApiReplica.start(
                "--spring.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                "--spring.r2dbc.url=" + postgres.r2dbcUrl(),
                "--spring.r2dbc.password=" + postgres.password(),
                "--spring.flyway.url=" + postgres.jdbcUrl(),
                "--spring.flyway.password=" + postgres.password());
        replica.awaitReady();
        tenant = Tenant.of(replica, Tier.GROWTH);
    }

    @AfterAll
    static void stop() {
        replica.close();
        quota.close();
        kafka.close();
        postgres.close();
    }

    @Test
    void aDatabaseThatSaysNothingIsAnswered503AndLeavesNothingHalfDone() throws Exception {
        int before = webhooks();
        postgres.pause();
        try {
            assertUnavailable();
        } finally {
            postgres.resume();
        }
        awaitRecovery();
        assertThat(webhooks()).isEqualTo(before);
    }

    /** As when the other end is gone, and nobody said so: those connections never answer again, and new ones would. */
    @Test
    void connectionsThatFellSilentAreReplacedWithinFifteenSeconds() throws Exception {
        assertThat(atOnce(everything())).hasSize(everything().size());
        List<Long> backends = backends();
        assumeTrue(
                backends.stream().allMatch(pid -> ProcessHandle.of(pid).isPresent()), "PostgreSQL is no process here");
        signal("STOP", backends);
        try {
            long began = System.nanoTime();
            Timed first = timed(() -> tenant.live().get("/api/v1/chargers"));
            assertThat(first.took()).isLessThan(SOON);
            Awaitility.await("new connections")
                    .atMost(Duration.ofSeconds(20))
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> tenant.live().get("/api/v1/chargers").status() == 200);
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(15));
            // Not one of many: every connection of the pool.
            assertThat(atOnce(Collections.nCopies(
                            20, () -> timed(() -> tenant.live().get("/api/v1/chargers")))))
                    .allSatisfy(timed -> assertThat(timed.answer().status()).isEqualTo(200));
        } finally {
            signal("CONT", backends);
        }
    }

    private static List<Long> backends() throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT pid FROM pg_stat_activity WHERE application_name = 'plugstream-api'")) {
            List<Long> pids = new ArrayList<>();
            while (rows.next()) {
                pids.add(rows.getLong(1));
            }
            return pids;
        }
    }

    private static void signal(String signal, List<Long> pids) throws Exception {
        for (long pid : pids) {
            assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                            .start()
                            .waitFor())
                    .isZero();
        }
    }

    @Test
    void aDatabaseThatDiesIsAnswered503AndIsFoundAgain() throws Exception {
        int before = webhooks();
        postgres.kill();
        assertUnavailable();
        postgres.startAgain();
        awaitRecovery();
        assertThat(webhooks()).isEqualTo(before);
        assertThat(tenant.live().post(WEBHOOKS, HOOK).status()).isEqualTo(201);
    }

    @Test
    void aBrokerThatSaysNothingIsAnswered503AndLeavesNothingHalfDone() throws Exception {
        int before = webhooks();
        kafka.pause();
        try {
            assertUncountable();
        } finally {
            kafka.resume();
        }
        awaitRecovery();
        assertThat(webhooks()).isEqualTo(before);
    }

    @Test
    void aBrokerThatDiesIsAnswered503AndIsFoundAgain() throws Exception {
        int before = webhooks();
        kafka.kill();
        assertUncountable();
        kafka.startAgain();
        awaitRecovery();
        assertThat(webhooks()).isEqualTo(before);
        assertThat(tenant.live().post(WEBHOOKS, HOOK).status()).isEqualTo(201);
    }

    /** Two statements and the commit take long, none of them too long; all together do. */
    @Test
    void whatWasCommittedThoughTheAnswerWas503IsAnsweredByItsIdempotencyKey() throws Exception {
        ApiClient user = replica.client().token(Platform.get().tokens().token(tenant.id()));
        slow("INSERT ON webhooks", "IMMEDIATE");
        slow("INSERT ON api_keys", "IMMEDIATE");
        slow("UPDATE OF worked ON idempotency_keys", "IMMEDIATE");
        slow("INSERT ON webhooks", "DEFERRED");
        slow("INSERT ON api_keys", "DEFERRED");
        ApiClient hooks = tenant.live().header("Idempotency-Key", "hook-1");
        ApiClient keys = user.header("Idempotency-Key", "key-1");
        String key = "{\"name\":\"made-slowly\"}";
        try {
            for (Answer slow : List.of(hooks.post(WEBHOOKS, HOOK), keys.post("/api/v1/auth/api-keys", key))) {
                assertThat(slow.status()).as(slow.body()).isEqualTo(503);
                assertThat(slow.body()).doesNotContain("half-done");
            }
        } finally {
            fast("webhooks");
            fast("api_keys");
            fast("idempotency_keys");
        }
        awaitCommitted("hook-1");
        awaitCommitted("key-1");

        Answer hook = hooks.post(WEBHOOKS, HOOK);
        assertThat(hook.status()).as(hook.body()).isEqualTo(201);
        assertThat(hook.header("Idempotent-Replayed")).contains("true");
        assertThat(tenant.live()
                        .get(WEBHOOKS + '/' + hook.json().path("id").stringValue())
                        .body())
                .isEqualTo(hook.body());
        Answer made = keys.post("/api/v1/auth/api-keys", key);
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        assertThat(made.json().propertyNames()).containsExactly("id", "name", "createdAt");
        assertThat(user.get("/api/v1/auth/api-keys").body())
                .contains(made.json().path("id").stringValue());
    }

    private static void slow(String change, String when) throws SQLException {
        sql("CREATE OR REPLACE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS"
                + " $$ BEGIN PERFORM pg_sleep(1.6); RETURN NULL; END $$");
        sql("CREATE CONSTRAINT TRIGGER linger_" + when + " AFTER " + change + " DEFERRABLE INITIALLY " + when
                + " FOR EACH ROW EXECUTE FUNCTION linger()");
    }

    private static void fast(String table) throws SQLException {
        sql("DROP TRIGGER IF EXISTS linger_immediate ON " + table);
        sql("DROP TRIGGER IF EXISTS linger_deferred ON " + table);
    }

    private static void awaitCommitted(String idempotencyKey) {
        Awaitility.await("the commit of " + idempotencyKey)
                .atMost(Duration.ofSeconds(30))
                .until(() ->
                        "true".equals(ask("SELECT worked FROM idempotency_keys WHERE key = '" + idempotencyKey + "'")));
    }

    private static void sql(String sql) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String ask(String sql) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? String.valueOf(rows.getBoolean(1)) : "nothing";
        }
    }

    private static int webhooks() {
        return tenant.live().get(WEBHOOKS).json().path("webhooks").size();
    }

    /** Everything that needs the database, twice: with caches that are still believed, and without. */
    private static void assertUnavailable() throws Exception {
        for (int round = 0; round < 2; round++) {
            assertThat(atOnce(everything())).allSatisfy(OutageIT::isUnavailable);
        }
        assertThat(replica.client().get("/openapi.json").status()).isEqualTo(200);
    }

    /** What cannot be counted is refused; what is not counted goes on. */
    private static void assertUncountable() throws Exception {
        List<Callable<Timed>> metered = everything().subList(0, everything().size() - 1);
        for (int round = 0; round < 2; round++) {
            assertThat(atOnce(metered)).allSatisfy(OutageIT::isUnavailable);
        }
        assertThat(operator().get("/admin/v1/organisations").status()).isEqualTo(200);
        assertThat(replica.client().get("/problems/unavailable").status()).isEqualTo(200);
    }

    private static List<Callable<Timed>> everything() {
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

    private static ApiClient operator() {
        return replica.client().token(Platform.get().tokens().operator());
    }

    private static void isUnavailable(Timed timed) {
        assertThat(timed.answer().status()).as(timed.answer().body()).isEqualTo(503);
        assertThat(timed.answer().problem()).isEqualTo("unavailable");
        assertThat(timed.answer().header("RateLimit-Policy")).isPresent();
        assertThat(timed.took()).isLessThan(SOON);
    }

    private static void awaitRecovery() {
        Awaitility.await("recovery")
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(250))
                .untilAsserted(
                        () -> assertThat(tenant.live().get(WEBHOOKS).status()).isEqualTo(200));
    }

    private static List<Timed> atOnce(List<Callable<Timed>> calls) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Timed> answers = new ArrayList<>();
            for (Future<Timed> future : threads.invokeAll(calls)) {
                answers.add(future.get());
            }
            return answers;
        }
    }

    private static Timed timed(Callable<Answer> call) throws Exception {
        long began = System.nanoTime();
        Answer answer = call.call();
        return new Timed(answer, Duration.ofNanos(System.nanoTime() - began));
    }

    private record Timed(Answer answer, Duration took) {}
}
