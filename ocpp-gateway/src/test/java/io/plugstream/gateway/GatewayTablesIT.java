package io.plugstream.gateway;

import static io.plugstream.gateway.GatewayPair.IDS;
import static io.plugstream.gateway.GatewayPair.now;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.TopicExistsException;
import org.junit.jupiter.api.Test;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;

/** What a gateway that starts reads from a real broker. */
class GatewayTablesIT {

    /**
     * A gateway was killed while a charger's new connection began, and after it had noted the end of the former one. If
     * that late note counted, the new connection would never have an end.
     */
    @Test
    void aLateNoteOfAFormerConnectionDoesNotHideTheNewestOne() throws Exception {
        String kafka = RealParts.kafka().bootstrapServers();
        ChargerId id = new ChargerId("demo", "CP-" + UUID.randomUUID());
        UUID lost = IDS.generate();
        HeldConnection former = opening(lost).settled(now()).closing(lost, "closed", now());
        HeldConnection newest = opening(lost);
        create(Topics.CONNECTIONS, kafka);
        try (TestTopics topics = new TestTopics(kafka)) {
            topics.write(Topics.CONNECTIONS, id, former);
            topics.write(Topics.CONNECTIONS, id, newest);
            topics.write(Topics.CONNECTIONS, id, former.settled(now()));
        }

        TopicTable<ChargerId, HeldConnection> table = new GatewayTables(
                        new KafkaClients(new KafkaProperties(), () -> List.of(kafka)), new SimpleMeterRegistry())
                .connectionsOfChargers();
        table.start();
        try {
            await().atMost(Duration.ofSeconds(60)).until(table::isCaughtUp);
            assertThat(table.get(id)).extracting(HeldConnection::connectionId).isEqualTo(newest.connectionId());
        } finally {
            table.stop();
        }
    }

    /** Gateways of other tests create it, too. */
    private static void create(Topic<?, ?> topic, String kafka) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka))) {
            admin.createTopics(List.of(topic.creation())).all().get();
        } catch (ExecutionException e) {
            assertThat(e).hasCauseInstanceOf(TopicExistsException.class);
        }
    }

    private static HeldConnection opening(UUID holder) {
        return HeldConnection.opening(IDS.generate(), holder, Mode.TEST, "ocpp1.6", now());
    }
}
