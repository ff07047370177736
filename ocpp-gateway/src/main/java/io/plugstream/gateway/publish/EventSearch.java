package io.plugstream.gateway.publish;

import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Finds out whether an event is in Kafka, for the rare case that a process ended, or Kafka fell silent,
 * between noting the event and seeing it acknowledged.
 */
@Component
public final class EventSearch {

    private static final Logger log = LoggerFactory.getLogger(EventSearch.class);
    /** The clocks of two gateways may differ. */
    private static final Duration CLOCK_TOLERANCE = Duration.ofMinutes(1);

    private final KafkaClients clients;
    private final Partitions partitions;
    private final PublishProperties properties;

    EventSearch(KafkaClients clients, Partitions partitions, PublishProperties properties) {
        this.clients = clients;
        this.partitions = partitions;
        this.properties = properties;
    }

    /** Those of {@code eventIds} that {@code charger} has among its transaction events from {@code since} on. */
    public Set<UUID> find(ChargerId charger, Set<UUID> eventIds, Instant since) throws NotAcknowledgedException {
        return find(Topics.TRANSACTION_EVENTS, charger, eventIds, since);
    }

    /** Those of {@code eventIds} that {@code charger} has in {@code topic} from {@code since} on. */
    public Set<UUID> find(Topic<ChargerId, EventRecord> topic, ChargerId charger, Set<UUID> eventIds, Instant since)
            throws NotAcknowledgedException {
        Set<UUID> found = new HashSet<>();
        read(topic, charger, since, event -> {
            if (eventIds.contains(event.eventId())) {
                found.add(event.eventId());
            }
            return found.size() == eventIds.size();
        });
        return found;
    }

    /** Shows {@code done} what {@code charger} has in {@code topic} from {@code since} on, until it says that this is enough. */
    public void read(Topic<ChargerId, EventRecord> topic, ChargerId charger, Instant since, Predicate<EventRecord> done)
            throws NotAcknowledgedException {
        log.atInfo()
                .addKeyValue("charger", charger)
                .addKeyValue("since", since)
                .log("Searching for an event whose acknowledgement was not seen");
        TopicPartition partition = partitions.of(topic, charger);
        long end = partitions.end(partition);
        try (Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            Optional<Long> first = firstOffset(consumer, partition, since.minus(CLOCK_TOLERANCE));
            if (first.isPresent()) {
                consumer.seek(partition, first.get());
                readTo(consumer, topic, partition, end, charger, done);
            }
        } catch (KafkaException e) {
            throw new NotAcknowledgedException("Kafka could not be searched", e);
        }
    }

    private Map<String, Object> settings() {
        Map<String, Object> settings = clients.consumer();
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        // A fetch at the end must not hold up the close, and so the answer.
        settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 20);
        settings.put(
                ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                Math.toIntExact(properties.acknowledgementTimeout().toMillis()));
        return settings;
    }

    private static Optional<Long> firstOffset(
            Consumer<byte[], byte[]> consumer, TopicPartition partition, Instant since) {
        return Optional.ofNullable(consumer.offsetsForTimes(Map.of(partition, since.toEpochMilli()))
                        .get(partition))
                .map(OffsetAndTimestamp::offset);
    }

    private void readTo(
            Consumer<byte[], byte[]> consumer,
            Topic<ChargerId, EventRecord> topic,
            TopicPartition partition,
            long end,
            ChargerId charger,
            Predicate<EventRecord> done)
            throws NotAcknowledgedException {
        byte[] key = topic.keys().serializer().serialize(topic.name(), charger);
        long deadline = System.nanoTime() + properties.searchTimeout().toNanos();
        while (consumer.position(partition) < end) {
            if (System.nanoTime() > deadline) {
                throw new NotAcknowledgedException("the search took too long");
            }
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                if (Arrays.equals(record.key(), key)
                        && event(topic, record).filter(done).isPresent()) {
                    return;
                }
            }
        }
    }

    private static Optional<EventRecord> event(
            Topic<ChargerId, EventRecord> topic, ConsumerRecord<byte[], byte[]> record) {
        try {
            return Optional.of(topic.values().deserializer().deserialize(topic.name(), record.value()));
        } catch (SerializationException e) {
            log.error("Record {} of {}-{} cannot be read", record.offset(), record.topic(), record.partition());
            return Optional.empty();
        }
    }
}
