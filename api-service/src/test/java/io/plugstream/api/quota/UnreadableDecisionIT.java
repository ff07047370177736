package io.plugstream.api.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** A record that is no decision is counted and skipped. */
class UnreadableDecisionIT {

    private final ApiReplica replica = Replicas.first();

    @Test
    void isCountedAndDelaysNoOtherDecision() {
        Tenant tenant = Tenant.of(replica, Tier.STARTER);
        double before = unreadable();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        Platform.get().kafka().bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            byte[] nonsense = "nonsense".getBytes(StandardCharsets.UTF_8);
            var _ = producer.send(new ProducerRecord<>(Topics.QUOTA_DECISIONS.name(), nonsense, nonsense));
            producer.flush();
        }

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(unreadable()).isEqualTo(before + 1));
        assertThat(tenant.live().get("/api/v1/webhooks").status()).isEqualTo(200);
    }

    private double unreadable() {
        return replica.bean(MeterRegistry.class)
                .get("plugstream.api.quota.unreadable")
                .counter()
                .count();
    }
}
