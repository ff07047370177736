package io.plugstream.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.search.Search;
import io.plugstream.api.database.Notifications;
import io.plugstream.api.live.StreamReader;
import io.plugstream.api.outbox.TopicWatch;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Tenant;
import io.plugstream.api.projection.EventLog;
import io.plugstream.api.projection.Story;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.Postgres;
import io.plugstream.parts.TcpProxy.Direction;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The networks to PostgreSQL and Kafka fail without a word; {@link OutageCases} has those that say nothing at all. */
abstract class SilentNetworkCases {

    private static final Duration NOTICED = Duration.ofSeconds(15);
    private static final String CHARGERS = "/api/v1/chargers";

    /** Less than the time limit of a change; the bound in the code is about 2 s. */
    private static final Duration PROMPTLY = Duration.ofMillis(3_500);

    private final FragilePlatform platform;
    private final ApiReplica replica;

    SilentNetworkCases(FragilePlatform platform) {
        this.platform = platform;
        this.replica = platform.replica();
    }

    @AfterEach
    void restore() {
        platform.databaseNetwork().restore();
        platform.kafka().network().restore();
        platform.awaitRecovery(Duration.ofMinutes(1));
    }

    @Test
    void requestsGet503WhileAnswersOfTheDatabaseAreLostAndSucceedAfterwards() throws Exception {
        platform.databaseNetwork().lose(Direction.TO_CLIENT);
        platform.assertUnavailable();

        platform.databaseNetwork().restore();
        platform.awaitRecovery(NOTICED);
    }

    @Test
    void changesThatBeginWhileDatabaseAnswersAreLostGet503AsSoonAsReads() throws Exception {
        ApiClient live = withCharger().live();
        platform.databaseNetwork().lose(Direction.TO_CLIENT);

        List<FragilePlatform.Timed> answers = FragilePlatform.atOnce(List.of(
                () -> FragilePlatform.timed(() -> live.post(CHARGERS, "{\"chargeBoxId\":\"CP-2\"}")),
                () -> FragilePlatform.timed(
                        () -> live.header("Idempotency-Key", "silent").post(CHARGERS, "{\"chargeBoxId\":\"CP-3\"}")),
                () -> FragilePlatform.timed(() -> live.delete(CHARGERS + "/CP-1"))));

        assertThat(answers).allSatisfy(answer -> FragilePlatform.isUnavailableWithin(answer, PROMPTLY));
    }

    /** Both wait for a lock when the network fails, so that their transactions have certainly begun. */
    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void changesUnderWayWhenDatabaseAnswersAreLostGet503AsSoonAsReads() throws Exception {
        Tenant fresh = withCharger();
        ApiClient live = fresh.live();
        Postgres postgres = platform.postgres();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                Connection other =
                        DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                var lock = other.prepareStatement("SELECT 1 FROM charger_counts WHERE organisation_id = ? FOR UPDATE");
                var waiting = other.prepareStatement("SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted")) {
            other.setAutoCommit(false);
            lock.setString(1, fresh.id());
            lock.execute();
            Future<FragilePlatform.Timed> keyed;
            Future<FragilePlatform.Timed> deletion;
            do {
                keyed = threads.submit(() -> FragilePlatform.timed(() ->
                        live.header("Idempotency-Key", "under-way").post(CHARGERS, "{\"chargeBoxId\":\"CP-2\"}")));
                deletion = threads.submit(() -> FragilePlatform.timed(() -> live.delete(CHARGERS + "/CP-1")));
            } while (!bothWait(waiting, keyed, deletion));

            platform.databaseNetwork().lose(Direction.TO_CLIENT);

            FragilePlatform.isUnavailableWithin(keyed.get(), PROMPTLY);
            FragilePlatform.isUnavailableWithin(deletion.get(), PROMPTLY);
            other.rollback();
        }
    }

    /** False if one has ended before the other waits: it may wait for a lock for a limited time only. */
    private static boolean bothWait(PreparedStatement waiting, Future<?> one, Future<?> other) throws Exception {
        while (!one.isDone() && !other.isDone()) {
            if (number(waiting) >= 2) {
                return true;
            }
        }
        one.get();
        other.get();
        return false;
    }

    /** A case before may have left lost connections in the pool; each is replaced when it is used. */
    private Tenant newTenant() {
        AtomicReference<Tenant> made = new AtomicReference<>();
        Awaitility.await("an organisation").untilAsserted(() -> made.set(Tenant.of(replica, Tier.GROWTH)));
        return Objects.requireNonNull(made.get());
    }

    private Tenant withCharger() {
        Tenant fresh = newTenant();
        assertThat(fresh.live().post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}").status())
                .isEqualTo(201);
        return fresh;
    }

    private static long number(PreparedStatement query) throws SQLException {
        try (ResultSet rows = query.executeQuery()) {
            return rows.next() ? rows.getLong(1) : 0;
        }
    }

    @Test
    void lostConnectionsToTheDatabaseAreReplacedWithinFifteenSeconds() throws Exception {
        Tenant fresh = newTenant();
        try (var published = new TopicWatch<>(platform.kafka(), Topics.WEBHOOK_REGISTRATIONS)) {
            platform.databaseNetwork().forget();
            Instant forgotten = Instant.now();

            await(
                    forgotten,
                    "a webhook",
                    () -> fresh.live()
                                    .post(FragilePlatform.WEBHOOKS, FragilePlatform.HOOK)
                                    .status()
                            == 201);
            await(forgotten, "notifications", replica.bean(Notifications.class)::areCurrent);
            published.await(fresh.id(), Objects::nonNull);
            assertThat(Instant.now()).as("published").isBefore(forgotten.plus(NOTICED));
        }
    }

    @Test
    void requestsGet503WhileAnswersOfKafkaAreLostAndSucceedAfterwards() throws Exception {
        platform.kafka().network().lose(Direction.TO_CLIENT);
        platform.assertUncountable();

        platform.kafka().network().restore();
        platform.awaitRecovery(NOTICED);
    }

    /** Each would cost another {@code request.timeout.ms} if it were lost. */
    @Test
    void consumersKeepNoConnectionToKafkaThatTheyDoNotUse() {
        awaitUsedConnections();
    }

    private void awaitUsedConnections() {
        Search connections = replica.bean(MeterRegistry.class).find("kafka.consumer.connection.count");
        Awaitility.await("one connection to the broker and one to the group's coordinator")
                .atMost(Duration.ofMinutes(1))
                .until(() -> !connections.gauges().isEmpty()
                        && connections.gauges().stream().allMatch(gauge -> gauge.value() <= 2));
    }

    @Test
    void lostConnectionsToKafkaAreReplacedWithinFifteenSeconds() throws Exception {
        Tenant fresh = newTenant();
        String charger = "/api/v1/chargers/CP-1";
        assertThat(fresh.live()
                        .post("/api/v1/chargers", "{\"chargeBoxId\":\"CP-1\"}")
                        .status())
                .isEqualTo(201);
        String user = "Bearer " + Platform.get().tokens().token(fresh.id());
        awaitUsedConnections();
        try (var stream = StreamReader.open(replica.port(), "/api/v1/events", Map.of("Authorization", user), 99);
                var published = new TopicWatch<>(platform.kafka(), Topics.WEBHOOK_REGISTRATIONS);
                EventLog log = new EventLog(platform.kafka())) {
            await(Instant.now(), "a stream", () -> !stream.blocks().isEmpty());
            platform.kafka().network().forget();
            Instant forgotten = Instant.now();

            log.append(new Story(fresh.id(), "CP-1").connected());
            await(
                    forgotten,
                    "a call that is counted",
                    () -> fresh.live().get(charger).status() == 200);
            await(
                    forgotten,
                    "a webhook",
                    () -> fresh.live()
                                    .post(FragilePlatform.WEBHOOKS, FragilePlatform.HOOK)
                                    .status()
                            == 201);
            Instant registered = Instant.now();
            await(forgotten, "the event in the stream", () -> !stream.events().isEmpty());
            await(
                    forgotten,
                    "the event in the read model",
                    () -> fresh.live().get(charger).body().contains("\"online\""));
            await(
                    forgotten,
                    "decisions",
                    () -> replica.management().get("/actuator/health").body().contains("\"answering\":true"));
            published.await(fresh.id(), Objects::nonNull);
            // The relay finds its connection dead when it has something to publish, and its transaction ends only after
            // that: two patiences, one after the other.
            assertThat(Instant.now()).as("published").isBefore(registered.plus(NOTICED.multipliedBy(2)));
        }
    }

    private static void await(Instant since, String what, Callable<Boolean> isThere) {
        Duration left = Duration.between(Instant.now(), since.plus(NOTICED));
        Awaitility.await(what)
                .atMost(left.isPositive() ? left : Duration.ofMillis(1))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(100))
                .until(isThere);
    }
}
