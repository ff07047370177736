package io.plugstream.api.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.plugstream.api.log.AcknowledgedLog;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxOrder;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.ProcessSignals;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** PostgreSQL and Kafka fall silent or die, and come back, under one replica that nobody restarts. */
abstract class OutageCases {

    private static final Duration LONG = Duration.ofMinutes(1);

    /** Seconds that a slow statement and a slow commit take: three and one are more than a change may take. */
    private static final double STATEMENT = 0.95;

    private static final double COMMIT = 1.4;

    private final FragilePlatform platform;
    private final ApiReplica replica;
    private final Tenant tenant;

    OutageCases(FragilePlatform platform) {
        this.platform = platform;
        this.replica = platform.replica();
        this.tenant = platform.tenant();
    }

    @Test
    void requestsGet503WithoutPartialChangesWhileTheDatabaseIsSilent() throws Exception {
        int before = platform.webhooks();
        platform.postgres().pause();
        try {
            platform.assertUnavailable();
        } finally {
            platform.postgres().resume();
        }
        platform.awaitRecovery(LONG);
        assertThat(platform.webhooks()).isEqualTo(before);
    }

    /** As when the other end is gone, and nobody said so: those connections never answer again, and new ones would. */
    @Test
    void silentConnectionsAreReplacedWithinFifteenSeconds() throws Exception {
        assertThat(FragilePlatform.atOnce(platform.everything()))
                .hasSize(platform.everything().size());
        List<Long> backends = backends();
        assertThat(backends).isNotEmpty();
        assumeTrue(backends.stream().allMatch(OutageCases::isPostgres), "PostgreSQL is no process here");
        signal(ProcessSignals::pause, backends);
        try {
            long began = System.nanoTime();
            FragilePlatform.Timed first =
                    FragilePlatform.timed(() -> tenant.live().get("/api/v1/chargers"));
            assertThat(first.took()).isLessThan(FragilePlatform.SOON);
            // Not one of many: every connection of the pool.
            Awaitility.await("new connections")
                    .atMost(Duration.ofSeconds(20))
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> FragilePlatform.atOnce(Collections.nCopies(
                                    20,
                                    () -> FragilePlatform.timed(
                                            () -> tenant.live().get("/api/v1/chargers"))))
                            .stream()
                            .allMatch(timed -> timed.answer().status() == 200));
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(15));
        } finally {
            signal(ProcessSignals::resume, backends);
        }
    }

    private List<Long> backends() throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        platform.postgres().jdbcUrl(),
                        platform.postgres().username(),
                        platform.postgres().password());
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

    /** In a container, processes have numbers that are others' here. */
    private static boolean isPostgres(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().command())
                .filter(command -> command.endsWith("/postgres"))
                .isPresent();
    }

    /** The pool may have closed a connection in the meantime. */
    private static void signal(Consumer<ProcessHandle> signal, List<Long> pids) {
        pids.forEach(pid -> ProcessHandle.of(pid).ifPresent(signal));
    }

    @Test
    void requestsGet503UntilAKilledDatabaseIsBack() throws Exception {
        int before = platform.webhooks();
        platform.postgres().kill();
        platform.assertUnavailable();
        platform.postgres().startAgain();
        platform.awaitRecovery(LONG);
        assertThat(platform.webhooks()).isEqualTo(before);
        assertThat(tenant.live()
                        .post(FragilePlatform.WEBHOOKS, FragilePlatform.HOOK)
                        .status())
                .isEqualTo(201);
    }

    @Test
    void requestsGet503WithoutPartialChangesWhileTheBrokerIsSilent() throws Exception {
        int before = platform.webhooks();
        platform.kafka().pause();
        try {
            platform.assertUncountable();
        } finally {
            platform.kafka().resume();
        }
        platform.awaitRecovery(LONG);
        assertThat(platform.webhooks()).isEqualTo(before);
    }

    @Test
    void requestsGet503UntilAKilledBrokerIsBack() throws Exception {
        int before = platform.webhooks();
        platform.kafka().kill();
        platform.assertUncountable();
        platform.kafka().startAgain();
        platform.awaitRecovery(LONG);
        assertThat(platform.webhooks()).isEqualTo(before);
        assertThat(tenant.live()
                        .post(FragilePlatform.WEBHOOKS, FragilePlatform.HOOK)
                        .status())
                .isEqualTo(201);
    }

    @Test
    void appendsFailSoonWithoutTheBrokerAndSucceedAfterwards() throws Exception {
        AcknowledgedLog log = replica.bean(AcknowledgedLog.class);
        Awaitility.await().atMost(LONG).until(() -> succeeds(log));

        platform.kafka().stop();
        long begin = System.nanoTime();
        Throwable failure = catchThrowable(() -> append(log));
        Duration waited = Duration.ofNanos(System.nanoTime() - begin);
        platform.kafka().startAgain();

        assertThat(failure).isNotNull();
        assertThat(waited).isLessThan(Duration.ofSeconds(8));
        Awaitility.await().atMost(LONG).until(() -> succeeds(log));
        platform.awaitRecovery(LONG);
    }

    private static boolean succeeds(AcknowledgedLog log) {
        return catchThrowable(() -> append(log)) == null;
    }

    private static void append(AcknowledgedLog log) {
        SandboxOrder order = new SandboxOrder.Use(Instant.parse("2026-01-31T09:00:00Z"));
        log.append(Topics.SANDBOX_ORDERS, new ChargerId("acme", "CP-1"), order).block(Duration.ofSeconds(20));
    }

    /** Three statements and the commit take long, but only together too long: the time runs out during the commit. */
    @Test
    void aChangeCommittedDespiteA503IsReturnedForItsIdempotencyKey() throws Exception {
        ApiClient user = replica.client().token(Platform.get().tokens().token(tenant.id()));
        slow("INSERT ON webhooks", "IMMEDIATE");
        slow("INSERT ON api_keys", "IMMEDIATE");
        slow("UPDATE OF status, worked ON idempotency_keys", "IMMEDIATE");
        slow("INSERT ON webhooks", "DEFERRED");
        slow("INSERT ON api_keys", "DEFERRED");
        String key = "{\"name\":\"made-slowly\"}";
        ApiClient hooks;
        ApiClient keys;
        try {
            hooks = committedLate(tenant.live(), client -> client.post(FragilePlatform.WEBHOOKS, FragilePlatform.HOOK));
            keys = committedLate(user, client -> client.post("/api/v1/auth/api-keys", key));
        } finally {
            fast("webhooks");
            fast("api_keys");
            fast("idempotency_keys");
        }
        Answer hook = hooks.post(FragilePlatform.WEBHOOKS, FragilePlatform.HOOK);
        assertThat(hook.status()).as(hook.body()).isEqualTo(201);
        assertThat(hook.header("Idempotent-Replayed")).contains("true");
        assertThat(tenant.live()
                        .get(FragilePlatform.WEBHOOKS
                                + '/'
                                + hook.json().path("id").stringValue())
                        .body())
                .isEqualTo(hook.body());
        Answer made = keys.post("/api/v1/auth/api-keys", key);
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        assertThat(made.json().propertyNames()).containsExactly("id", "name", "createdAt");
        assertThat(user.get("/api/v1/auth/api-keys").body())
                .contains(made.json().path("id").stringValue());
    }

    private void slow(String change, String when) throws SQLException {
        sql("CREATE OR REPLACE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS"
                + " $$ BEGIN PERFORM pg_sleep(TG_ARGV[0]::float); RETURN NULL; END $$");
        sql("CREATE CONSTRAINT TRIGGER linger_%s AFTER %s DEFERRABLE INITIALLY %s".formatted(when, change, when)
                + " FOR EACH ROW EXECUTE FUNCTION linger('%s')"
                        .formatted(when.equals("DEFERRED") ? COMMIT : STATEMENT));
    }

    private void fast(String table) throws SQLException {
        sql("DROP TRIGGER IF EXISTS linger_immediate ON " + table);
        sql("DROP TRIGGER IF EXISTS linger_deferred ON " + table);
    }

    /**
     * Tries one Idempotency-Key after the other: on a busy machine, the time may run out before the commit.
     *
     * @return {@code client} with the key whose change was committed
     */
    private ApiClient committedLate(ApiClient client, Function<ApiClient, Answer> change) throws SQLException {
        for (int attempt = 0; attempt < 5; attempt++) {
            String key = UUID.randomUUID().toString();
            ApiClient keyed = client.header("Idempotency-Key", key);
            Answer slow = change.apply(keyed);
            assertThat(slow.status()).as(slow.body()).isEqualTo(503);
            assertThat(slow.body()).doesNotContain("half-done");
            String known = "FROM idempotency_keys WHERE key = '" + key + "'";
            Awaitility.await("the end of the change with " + key)
                    .until(() -> "true".equals(ask("SELECT count(*) = 0 " + known + " AND NOT worked")));
            if ("true".equals(ask("SELECT count(*) = 1 " + known))) {
                return keyed;
            }
        }
        throw new AssertionError("The time never ran out during a commit");
    }

    private void sql(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        platform.postgres().jdbcUrl(),
                        platform.postgres().username(),
                        platform.postgres().password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String ask(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        platform.postgres().jdbcUrl(),
                        platform.postgres().username(),
                        platform.postgres().password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? String.valueOf(rows.getBoolean(1)) : "nothing";
        }
    }
}
