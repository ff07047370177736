package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.live.StreamReader.Block;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.charger.ChargerFrame;
import io.plugstream.model.charger.ChargerFrame.Direction;
import io.plugstream.model.charger.ChargerFrame.Kind;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.FrameWatch;
import io.plugstream.model.json.Json;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import tools.jackson.databind.JsonNode;

/** An organisation that watches the frames of its chargers. */
final class FrameWatcher {

    static final Duration TIMEOUT = Duration.ofSeconds(60);
    static final String KEYS = "/api/v1/auth/api-keys";

    private final ApiReplica replica;
    final String organisation = "org-" + UUID.randomUUID();
    private final String token = Platform.get().tokens().token(organisation);
    final ApiClient user;
    final String liveKey;
    final String testKey;

    FrameWatcher(ApiReplica replica) {
        this.replica = replica;
        Tenant.setTier(replica, organisation, Tier.SCALE);
        user = replica.client().token(token);
        liveKey = key("live");
        testKey = key("test");
        register(liveKey, "CP-1");
    }

    StreamReader opened(String key, String chargeBoxId) {
        StreamReader reader = open(replica, key, chargeBoxId);
        await().atMost(TIMEOUT).until(() -> !reader.events().isEmpty());
        assertThat(reader.events().getFirst().event()).isEqualTo("on");
        return reader;
    }

    static StreamReader open(ApiReplica at, String key, String chargeBoxId) {
        return StreamReader.open(at.port(), path(chargeBoxId), Map.of("X-API-Key", key), Integer.MAX_VALUE);
    }

    int status(String key, String chargeBoxId) {
        return replica.client()
                .key(key)
                .header("Accept", "text/event-stream, application/problem+json")
                .get(path(chargeBoxId))
                .status();
    }

    static String path(String chargeBoxId) {
        return "/api/v1/chargers/" + chargeBoxId + "/frames";
    }

    String key(String mode) {
        return user.post(KEYS, "{\"name\":\"k\",\"mode\":\"" + mode + "\"}")
                .json()
                .path("key")
                .stringValue();
    }

    void register(String key, String chargeBoxId) {
        assertThat(replica.client()
                        .key(key)
                        .post("/api/v1/chargers", "{\"chargeBoxId\":\"" + chargeBoxId + "\"}")
                        .status())
                .isEqualTo(201);
    }

    static List<JsonNode> frames(StreamReader reader) {
        return reader.events().stream()
                .filter(block -> "frame".equals(block.event()))
                .map(FrameWatcher::data)
                .toList();
    }

    static JsonNode data(Block block) {
        return Json.mapper().readTree(Objects.requireNonNull(block.data()));
    }

    ChargerFrame frame(String chargeBoxId, Mode mode, String messageId) {
        return new ChargerFrame(
                organisation,
                chargeBoxId,
                mode,
                Instant.parse("2026-01-31T09:00:00Z"),
                Direction.FROM_CHARGER,
                Kind.CALL,
                messageId,
                "Heartbeat",
                "[2,\"" + messageId + '"',
                99,
                2);
    }

    /** The newest watch of the charger in Kafka. */
    FrameWatch newestWatch(String chargeBoxId) {
        ChargerId charger = new ChargerId(organisation, chargeBoxId);
        List<FrameWatch> found = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(
                Map.<String, Object>of(
                        "bootstrap.servers", Platform.get().kafka().bootstrapServers()),
                Topics.FRAME_WATCHES.keys().deserializer(),
                Topics.FRAME_WATCHES.values().deserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(Topics.FRAME_WATCHES.name()).stream()
                    .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(record -> {
                    if (record.key().equals(charger)) {
                        found.add(record.value());
                    }
                });
            }
        }
        return found.getLast();
    }
}
