package io.plugstream.api.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.RealParts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** A record just below Kafka's limit, which the headers of a dead letter would exceed. */
class LargeRecordIT {

    /** Kafka's limit is 1,048,576 bytes for a batch; the framing of batch and record takes about 70. */
    private static final int LARGEST = 1_048_450;

    @Test
    void aRecordOfTheLargestSizeDoesNotStopTheProjection() throws Exception {
        EventRecord next = new Story("large", "CP").connected();
        byte[] key = next.chargerId().toString().getBytes(StandardCharsets.UTF_8);
        String topic = Topics.CHARGER_EVENTS.name();
        byte[] value = Topics.CHARGER_EVENTS.values().serializer().serialize(topic, next);
        try (RunningService service = RunningService.start(RealParts.kafka(), Database.fresh(RealParts.postgres()));
                KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", RealParts.kafka().bootstrapServers()),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(topic, key, new byte[LARGEST - key.length]))
                    .get(20, TimeUnit.SECONDS);
            producer.send(new ProducerRecord<>(topic, key, value)).get(20, TimeUnit.SECONDS);

            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(service.database()
                                    .ask("SELECT count(*) FROM charger_states WHERE organisation_id = 'large'"))
                            .isEqualTo("1"));
        }
    }
}
