package io.plugstream.api.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import io.r2dbc.spi.ConnectionFactory;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Which replica publishes, also if the leader or the database is slow. */
class OutboxLeadIT {

    static final Kafka kafka = RealParts.kafka();

    /** As after a loss of power: the connection stays open but silent. */
    @Test
    void aLeaderWithoutHeartbeatsLosesTheLead() {
        try (RunningService service = RunningService.start(kafka, Database.fresh(RealParts.postgres()))) {
            ConnectionFactory pool = service.bean(ConnectionFactory.class);
            service.bean(OutboxRelay.class).stop();
            try (RelaySession silent = RelaySession.open(pool, () -> {}, Duration.ofSeconds(10));
                    RelaySession next = RelaySession.open(pool, () -> {}, Duration.ofSeconds(10))) {
                await().until(silent::tryLead);
                assertThat(next.tryLead()).isFalse();

                await().pollInterval(Duration.ofSeconds(1))
                        .atMost(Duration.ofSeconds(15))
                        .until(next::tryLead);
            }
        }
    }

    /** A leader that hangs may come back after its successor has read the values and published them. */
    @Test
    void aFormerLeaderPublishesNothingOnceItsSuccessorReads() {
        try (RunningService service = RunningService.start(kafka, Database.fresh(RealParts.postgres()))) {
            service.bean(OutboxRelay.class).stop();
            KafkaClients clients = service.bean(KafkaClients.class);
            TopicPartition partition = new TopicPartition(Topics.CHARGER_REGISTRATIONS.name(), 0);
            try (RegistrationPublisher former = new RegistrationPublisher(clients);
                    RegistrationPublisher next = new RegistrationPublisher(clients)) {
                former.prepare(partition, Duration.ofDays(1));
                next.prepare(partition, Duration.ofDays(1));

                ChargerId late = Stream.iterate(0, i -> i + 1)
                        .map(i -> new ChargerId("late", "CP-" + i))
                        .filter(id -> Topics.CHARGER_REGISTRATIONS.partition(id) == 0)
                        .findFirst()
                        .orElseThrow();
                assertThatExceptionOfType(KafkaException.class)
                        .isThrownBy(() ->
                                former.publish(partition, List.of(Topics.CHARGER_REGISTRATIONS.record(late, null))));
            }
        }
    }

    /** The relay publishes what waits before it compares, and other tables while it compares a slow one. */
    @Test
    void changesArePublishedDuringASlowComparison() {
        Database database = Database.fresh(RealParts.postgres());
        try (RunningService service = RunningService.start(kafka, database);
                var topic = new TopicWatch<>(kafka, Topics.CHARGER_REGISTRATIONS)) {
            Settings settings = new Settings(database);
            settings.addOrganisation("beside", "Scale");
            OutboxRelay relay = service.bean(OutboxRelay.class);
            relay.stop();
            ChargerId waiting = new ChargerId("beside", "waiting");
            settings.addCharger(waiting);
            slowDownWebhooks(database);
            relay.start();

            await().atMost(Duration.ofMinutes(1)).until(() -> isCalled("comparisons", database));
            assertThat(isCalled("comparisons_before_publishing", database)).isFalse();
            topic.await(waiting, Objects::nonNull);
            for (int i = 0; i < 6; i++) {
                ChargerId id = new ChargerId("beside", "CP-" + i);
                settings.addCharger(id);
                topic.await(id, Objects::nonNull);
            }
        }
    }

    /** The alert OutboxStands goes by this number, also where no other replica counts. */
    @Test
    void changesThatCannotBePublishedAreCountedAndRetriedEverySecond() {
        Database database = Database.fresh(RealParts.postgres());
        try (RunningService service = RunningService.start(kafka, database)) {
            Settings.awaitLead(service);
            database.run("ALTER TABLE chargers RENAME TO hidden_chargers");
            database.run("INSERT INTO outbox (topic, key) VALUES ('charger-registrations', 'stuck/CP')");

            await().atMost(Duration.ofSeconds(20))
                    .until(() -> Settings.gauge(service, "plugstream.api.outbox.pending") == 1);
            double first = failures(service);
            long began = System.nanoTime();
            await().atMost(Duration.ofSeconds(20)).until(() -> failures(service) >= first + 3);
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .as("the relay pauses for a second after each failure")
                    .isGreaterThan(Duration.ofMillis(1_900));
        }
    }

    private static double failures(RunningService service) {
        return service.bean(MeterRegistry.class)
                .counter("plugstream.api.outbox.failures")
                .count();
    }

    /** Reading webhooks takes longer than the test waits. Sequences, which no rollback resets, note each attempt. */
    private static void slowDownWebhooks(Database database) {
        database.run("CREATE SEQUENCE comparisons");
        database.run("CREATE SEQUENCE comparisons_before_publishing");
        database.run("ALTER TABLE webhooks RENAME TO slow_webhooks");
        database.run("""
                CREATE FUNCTION read_slowly() RETURNS SETOF slow_webhooks LANGUAGE plpgsql AS $$
                BEGIN
                    IF EXISTS (SELECT FROM outbox) THEN
                        PERFORM nextval('comparisons_before_publishing');
                    END IF;
                    PERFORM nextval('comparisons');
                    PERFORM pg_sleep(60);
                    RETURN QUERY SELECT * FROM slow_webhooks;
                END $$""");
        database.run("CREATE VIEW webhooks AS SELECT * FROM read_slowly()");
    }

    private static boolean isCalled(String sequence, Database database) {
        return database.ask("SELECT is_called::text FROM " + sequence).equals("true");
    }
}
