package io.plugstream.api.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import io.r2dbc.spi.ConnectionFactory;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Which replica publishes, also if the leader or the database is slow. */
class OutboxLeadIT {

    static final Kafka kafka = OutboxBroker.get();

    /** As after a loss of power: the connection stays open but silent. */
    @Test
    void aLeaderThatGivesNoSignOfLifeLosesTheLead() {
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

    /** The relay publishes other tables while it compares a slow one. */
    @Test
    void changesArePublishedWhileATableIsSlowToCompare() {
        Database database = Database.fresh(RealParts.postgres());
        try (RunningService service = RunningService.start(kafka, database);
                var topic = new TopicWatch<>(kafka, Topics.CHARGER_REGISTRATIONS)) {
            Settings settings = new Settings(database);
            settings.addOrganisation("beside", "Scale");
            Settings.awaitLead(service);
            database.run("ALTER TABLE webhooks RENAME TO slow_webhooks");
            database.run("CREATE VIEW webhooks AS SELECT w.* FROM slow_webhooks w, pg_sleep(8)");
            database.run("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
                    + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())");
            for (int i = 0; i < 6; i++) {
                ChargerId id = new ChargerId("beside", "CP-" + i);
                settings.addCharger(id);
                Duration took = topic.await(id, Objects::nonNull);
                if (i > 0) {
                    assertThat(took).isLessThan(Duration.ofSeconds(5));
                }
            }
        }
    }
}
