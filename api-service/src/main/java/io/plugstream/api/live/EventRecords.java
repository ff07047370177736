package io.plugstream.api.live;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads the records of the event topics. Skips unreadable records, which the projections park. */
final class EventRecords {

    private static final Map<String, Topic<ChargerId, EventRecord>> TOPICS = Stream.of(
                    Topics.CHARGER_EVENTS, Topics.CONNECTOR_EVENTS, Topics.TRANSACTION_EVENTS)
            .collect(Collectors.toUnmodifiableMap(Topic::name, Function.identity()));

    private EventRecords() {}

    static int slot(ConsumerRecord<byte[], byte[]> record) {
        return Position.slot(new TopicPartition(record.topic(), record.partition()));
    }

    static Optional<EventRecord> read(ConsumerRecord<byte[], byte[]> record) {
        return Objects.requireNonNull(TOPICS.get(record.topic())).read(record.value());
    }
}
