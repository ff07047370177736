package io.plugstream.benchmark.whole;

import io.plugstream.benchmark.platform.Clients;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.json.Json;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.ClaimRecord;
import io.plugstream.model.webhook.ClaimedEvent;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** When the event and the claim of each message were logged, by the broker's clock, in whole milliseconds. */
final class LogTimes implements AutoCloseable {

    private final Map<Topic<?, EventRecord>, KafkaConsumer<byte[], byte[]>> events = new HashMap<>();
    private final KafkaConsumer<byte[], byte[]> claims;
    private final Map<UUID, Long> numbers = new HashMap<>();
    private final Map<Long, Instant> logged = new HashMap<>();
    private final Map<Long, Instant> claimed = new HashMap<>();

    /** Follows all records from now on. */
    LogTimes(Clients clients) {
        List.of(Topics.CONNECTOR_EVENTS, Topics.TRANSACTION_EVENTS)
                .forEach(topic -> events.put(topic, clients.follower(topic)));
        claims = clients.follower(Topics.WEBHOOK_CLAIMS);
    }

    /** Reads all records up to the current end. */
    void read() {
        events.forEach((topic, consumer) -> read(topic, consumer, (at, event) -> {
            long number = Numbers.of(Json.mapper().valueToTree(event.envelope()));
            numbers.put(event.eventId(), number);
            logged.putIfAbsent(number, at);
        }));
        read(Topics.WEBHOOK_CLAIMS, claims, this::note);
    }

    private void note(Instant at, ClaimRecord claim) {
        for (ClaimedEvent event : claim.events()) {
            Long number = numbers.get(event.eventId());
            if (number != null) {
                claimed.putIfAbsent(number, at);
            }
        }
    }

    Map<Long, Instant> logged() {
        return logged;
    }

    Map<Long, Instant> claimed() {
        return claimed;
    }

    private static <V> void read(
            Topic<?, V> topic, KafkaConsumer<byte[], byte[]> consumer, BiConsumer<Instant, V> each) {
        Clients.readToEnd(
                consumer,
                record -> each.accept(
                        Instant.ofEpochMilli(record.timestamp()),
                        topic.values().deserializer().deserialize(topic.name(), record.value())));
    }

    @Override
    public void close() {
        events.values().forEach(KafkaConsumer::close);
        claims.close();
    }
}
