package io.plugstream.gateway.publish;

import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topic;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Finds out whether an event is in Kafka, for the rare case that its publisher is lost or has not yet reported it as
 * published. Searches may take long: searches for the same event are joined, one scan covers all wanted events of a
 * partition, and few partitions are scanned at a time.
 */
@Component
public final class EventSearch {

    /** Maximum number of scans at a time. */
    static final int SCANS = 2;

    private static final Logger logger = LoggerFactory.getLogger(EventSearch.class);

    private final DurableLog log;
    private final Places partitions;
    private final PublishProperties properties;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final Clock clock;
    private final Semaphore places = new Semaphore(SCANS);
    private final Map<Sought.Key, Sought> underWay = new ConcurrentHashMap<>();

    /** The events for the next scan of a partition. A partition has an entry while it is scanned. */
    private final Map<TopicPartition, List<Sought>> waiting = new ConcurrentHashMap<>();

    /** Finds the partition of a charger's events. */
    @FunctionalInterface
    interface Places {

        TopicPartition of(Topic<ChargerId, EventRecord> topic, ChargerId charger) throws NotAcknowledgedException;
    }

    @Autowired
    EventSearch(
            KafkaClients clients, DurableLog log, Partitions partitions, PublishProperties properties, Clock clock) {
        this(
                () -> new KafkaConsumer<>(
                        settings(clients.consumer(), properties),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer()),
                log,
                partitions::of,
                properties,
                clock);
    }

    EventSearch(
            Supplier<Consumer<byte[], byte[]>> consumers,
            DurableLog log,
            Places partitions,
            PublishProperties properties,
            Clock clock) {
        this.clock = clock;
        this.consumers = consumers;
        this.log = log;
        this.partitions = partitions;
        this.properties = properties;
    }

    private static Map<String, Object> settings(Map<String, Object> common, PublishProperties properties) {
        common.remove(ConsumerConfig.GROUP_ID_CONFIG);
        common.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        common.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        // A fetch at the end must not delay the close, and thereby the next scan.
        common.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 20);
        common.put(
                ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                Math.toIntExact(properties.searchPatience().toMillis()));
        return common;
    }

    /** Whether the event of {@code charger} is visible in {@code topic} from {@code since} on. */
    CompletableFuture<Boolean> find(
            Topic<ChargerId, EventRecord> topic, ChargerId charger, UUID eventId, Instant since) {
        return begin(new Sought(topic, charger, eventId, since, false));
    }

    /** The same, but covers all records sent before this call, even if replicas have not confirmed them yet. */
    CompletableFuture<Boolean> findForCertain(
            Topic<ChargerId, EventRecord> topic, ChargerId charger, UUID eventId, Instant since) {
        return begin(new Sought(topic, charger, eventId, since, true));
    }

    /** Passes the charger's events in {@code topic} from {@code since} on to {@code done}, until it returns true. */
    public void read(Topic<ChargerId, EventRecord> topic, ChargerId charger, Instant since, Predicate<EventRecord> done)
            throws NotAcknowledgedException {
        TopicPartition partition = partitions.of(topic, charger);
        places.acquireUninterruptibly();
        try (Consumer<byte[], byte[]> consumer = consumers.get()) {
            new PastEvents(new PartitionReader(consumer, partition, properties.searchPatience()), topic, charger)
                    .read(since, done);
        } catch (KafkaException e) {
            throw new NotAcknowledgedException("Kafka could not be searched", e);
        } finally {
            places.release();
        }
    }

    private CompletableFuture<Boolean> begin(Sought sought) {
        Sought present = underWay.putIfAbsent(sought.key(), sought);
        if (present != null) {
            return present.found();
        }
        var _ = sought.found().whenComplete((_, _) -> underWay.remove(sought.key(), sought));
        try {
            enqueue(partitions.of(sought.topic(), sought.charger()), sought);
        } catch (NotAcknowledgedException e) {
            sought.found().completeExceptionally(e);
        }
        return sought.found();
    }

    private void enqueue(TopicPartition partition, Sought sought) {
        waiting.compute(partition, (_, present) -> {
            List<Sought> next = present;
            if (next == null) {
                next = new ArrayList<>();
                Thread.ofVirtual().name("search").start(() -> scanAll(partition));
            }
            next.add(sought);
            return next;
        });
    }

    private void scanAll(TopicPartition partition) {
        List<Sought> next = next(partition);
        while (!next.isEmpty()) {
            scan(partition, next);
            next = next(partition);
        }
    }

    /** The events that were added meanwhile. If there are none, the partition's entry is removed. */
    private List<Sought> next(TopicPartition partition) {
        List<Sought> next = new ArrayList<>();
        waiting.computeIfPresent(partition, (_, gathered) -> {
            next.addAll(gathered);
            return gathered.isEmpty() ? null : new ArrayList<>();
        });
        return next;
    }

    private void scan(TopicPartition partition, List<Sought> sought) {
        logger.info("Searching {} for {} events that are not known to be published", partition, sought.size());
        places.acquireUninterruptibly();
        try (Consumer<byte[], byte[]> consumer = consumers.get()) {
            Duration patience = properties.searchPatience();
            new Scan(new PartitionReader(consumer, partition, patience), sought, log, patience, clock).run();
        } catch (RuntimeException | NotAcknowledgedException e) {
            sought.forEach(one -> one.found().completeExceptionally(e));
        } finally {
            places.release();
        }
    }
}
