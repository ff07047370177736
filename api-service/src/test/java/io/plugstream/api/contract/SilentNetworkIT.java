package io.plugstream.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.database.Notifications;
import io.plugstream.api.live.StreamReader;
import io.plugstream.api.outbox.TopicWatch;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Tenant;
import io.plugstream.api.projection.EventLog;
import io.plugstream.api.projection.Story;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.TcpProxy.Direction;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The networks to PostgreSQL and Kafka fail without a word; {@link OutageIT} has those that say nothing at all. */
class SilentNetworkIT {

    private static final FragilePlatform PLATFORM = FragilePlatform.get();
    private static final Duration NOTICED = Duration.ofSeconds(15);

    private final ApiReplica replica = PLATFORM.replica();

    @AfterEach
    void restore() {
        PLATFORM.databaseNetwork().restore();
        PLATFORM.kafka().network().restore();
        PLATFORM.awaitRecovery(Duration.ofMinutes(1));
    }

    @Test
    void whileAnswersOfTheDatabaseAreLostItIs503AndAllGoesOnAfterwards() throws Exception {
        PLATFORM.databaseNetwork().lose(Direction.TO_CLIENT);
        PLATFORM.assertUnavailable();

        PLATFORM.databaseNetwork().restore();
        PLATFORM.awaitRecovery(NOTICED);
    }

    @Test
    void connectionsToTheDatabaseThatWereForgottenAreReplacedWithinFifteenSeconds() throws Exception {
        Tenant fresh = Tenant.of(replica, Tier.GROWTH);
        try (var published = new TopicWatch<>(PLATFORM.kafka(), Topics.WEBHOOK_REGISTRATIONS)) {
            PLATFORM.databaseNetwork().forget();
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
    void whileAnswersOfKafkaAreLostItIs503AndAllGoesOnAfterwards() throws Exception {
        PLATFORM.kafka().network().lose(Direction.TO_CLIENT);
        PLATFORM.assertUncountable();

        PLATFORM.kafka().network().restore();
        PLATFORM.awaitRecovery(NOTICED);
    }

    @Test
    void connectionsToKafkaThatWereForgottenAreReplacedWithinFifteenSeconds() throws Exception {
        Tenant fresh = Tenant.of(replica, Tier.GROWTH);
        String charger = "/api/v1/chargers/CP-1";
        assertThat(fresh.live()
                        .post("/api/v1/chargers", "{\"chargeBoxId\":\"CP-1\"}")
                        .status())
                .isEqualTo(201);
        String user = "Bearer " + Platform.get().tokens().token(fresh.id());
        try (var stream = StreamReader.open(replica.port(), "/api/v1/events", Map.of("Authorization", user), 99);
                var published = new TopicWatch<>(PLATFORM.kafka(), Topics.WEBHOOK_REGISTRATIONS);
                EventLog log = new EventLog(PLATFORM.kafka())) {
            await(Instant.now(), "a stream", () -> !stream.blocks().isEmpty());
            PLATFORM.kafka().network().forget();
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
