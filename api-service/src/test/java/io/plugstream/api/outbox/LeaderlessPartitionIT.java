package io.plugstream.api.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.LostLeader;
import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.KafkaCluster;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One partition of a topic has no leader, because the only broker that has it is down. */
class LeaderlessPartitionIT {

    private static final String[] SETTINGS = {"--plugstream.kafka.check-topics=false"};

    @Test
    void theServiceStartsAndPublishesWhatBelongsToOtherPartitions() throws Exception {
        try (KafkaCluster kafka = KafkaCluster.start()) {
            LostLeader lost = LostLeader.ofFirstPartitions(kafka, Topics.CHARGER_REGISTRATIONS, Topics.QUOTA_DECISIONS);
            Database database = Database.fresh(RealParts.postgres());
            Settings settings = new Settings(database);
            settings.addOrganisation("partly", "Scale");
            try (RunningService service = RunningService.start(kafka.bootstrapServers(), database, SETTINGS)) {
                Settings.awaitLead(service);
                List<ChargerId> held = chargers(0, 3);
                held.forEach(settings::addCharger);
                List<ChargerId> others = chargers(1, 5);
                try (var chargers = new TopicWatch<>(kafka.bootstrapServers(), Topics.CHARGER_REGISTRATIONS);
                        var webhooks = new TopicWatch<>(kafka.bootstrapServers(), Topics.WEBHOOK_REGISTRATIONS)) {
                    for (ChargerId other : others) {
                        settings.addCharger(other);
                        chargers.await(other, Objects::nonNull);
                    }
                    settings.addWebhook("partly", "https://example.com/");
                    webhooks.await("partly", Objects::nonNull);
                    // Once the relay knows, such changes are as fast as ever.
                    for (ChargerId other : others) {
                        settings.removeCharger(other);
                        assertThat(chargers.await(other, Objects::isNull)).isLessThan(Duration.ofSeconds(3));
                    }
                    await().until(() ->
                            database.ask("SELECT count(*) FROM outbox").equals("3"));

                    lost.startAgain();
                    held.forEach(id -> chargers.await(id, Objects::nonNull));
                    settings.awaitEmptyOutbox();
                }
            }
        }
    }

    /** Chargers whose keys belong to a partition. */
    private static List<ChargerId> chargers(int partition, int number) {
        return Stream.iterate(0, i -> i + 1)
                .map(i -> new ChargerId("partly", "CP-" + i))
                .filter(id -> Topics.CHARGER_REGISTRATIONS.partition(id) == partition)
                .limit(number)
                .toList();
    }
}
