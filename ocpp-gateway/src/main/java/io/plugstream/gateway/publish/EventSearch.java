package io.plugstream.gateway.publish;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
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
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
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
    private final PublishProperties properties;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final Clock clock;
    private final Semaphore scanPermits = new Semaphore(SCANS);

    /** Apart from scans, because admissions wait for those. */
    private final ReadTurns readTurns;

    private final Map<SearchedEvent.Key, SearchedEvent> underWay = new ConcurrentHashMap<>();

    /** The events for the next scan of a partition. A partition has an entry while it is scanned. */
    private final Map<TopicPartition, List<SearchedEvent>> waiting = new ConcurrentHashMap<>();

    @Autowired
    EventSearch(KafkaClients clients, DurableLog log, PublishProperties properties, MeterRegistry meters, Clock clock) {
        this(
                () -> KafkaClients.openConsumer(settings(clients.reader("earliest"), properties)),
                log,
                properties,
                new ReadTurns(properties.searchPatience(), System::nanoTime, meters),
                clock);
    }

    EventSearch(
            Supplier<Consumer<byte[], byte[]>> consumers,
            DurableLog log,
            PublishProperties properties,
            ReadTurns readTurns,
            Clock clock) {
        this.readTurns = readTurns;
        this.clock = clock;
        this.consumers = consumers;
        this.log = log;
        this.properties = properties;
    }

    private static Map<String, Object> settings(Map<String, Object> common, PublishProperties properties) {
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
        return begin(new SearchedEvent(topic, charger, eventId, since, false));
    }

    /** The same, but covers all records sent before this call, even if replicas have not confirmed them yet. */
    CompletableFuture<Boolean> findForCertain(
            Topic<ChargerId, EventRecord> topic, ChargerId charger, UUID eventId, Instant since) {
        return begin(new SearchedEvent(topic, charger, eventId, since, true));
    }

    /** Whether the beginning of the charger's connection is in Kafka; as certain as {@link #findForCertain}. */
    CompletableFuture<Boolean> findBeginning(ChargerId charger, UUID connectionId, Instant since) {
        return begin(new SearchedEvent(Topics.CHARGER_EVENTS, charger, connectionId, since, true));
    }

    /** Passes the charger's events in {@code topic} from {@code since} on to {@code done}, until it returns true. */
    public void read(Topic<ChargerId, EventRecord> topic, ChargerId charger, Instant since, Predicate<EventRecord> done)
            throws NotAcknowledgedException {
        read(topic, charger, since, done, false);
    }

    /** The same, but fails if the read takes long and others wait for their turn. */
    public void readGivingWay(
            Topic<ChargerId, EventRecord> topic, ChargerId charger, Instant since, Predicate<EventRecord> done)
            throws NotAcknowledgedException {
        read(topic, charger, since, done, true);
    }

    private void read(
            Topic<ChargerId, EventRecord> topic,
            ChargerId charger,
            Instant since,
            Predicate<EventRecord> done,
            boolean givesWay)
            throws NotAcknowledgedException {
        try (ReadTurns.Turn turn = readTurns.take(charger.organisationId(), givesWay);
                Consumer<byte[], byte[]> consumer = consumers.get()) {
            new PastEvents(
                            new PartitionReader(consumer, partition(topic, charger), properties.searchPatience()),
                            topic,
                            charger)
                    .read(since, done, turn);
        } catch (KafkaException e) {
            throw new NotAcknowledgedException("Kafka could not be searched", e);
        }
    }

    private CompletableFuture<Boolean> begin(SearchedEvent searched) {
        SearchedEvent present = underWay.putIfAbsent(searched.key(), searched);
        if (present != null) {
            return present.found();
        }
        var _ = searched.found().whenComplete((_, _) -> underWay.remove(searched.key(), searched));
        enqueue(partition(searched.topic(), searched.charger()), searched);
        return searched.found();
    }

    private static TopicPartition partition(Topic<ChargerId, EventRecord> topic, ChargerId charger) {
        return new TopicPartition(topic.name(), topic.partition(charger));
    }

    private void enqueue(TopicPartition partition, SearchedEvent searched) {
        waiting.compute(partition, (_, present) -> {
            List<SearchedEvent> next = present;
            if (next == null) {
                next = new ArrayList<>();
                Thread.ofVirtual().name("search").start(() -> scanAll(partition));
            }
            next.add(searched);
            return next;
        });
    }

    private void scanAll(TopicPartition partition) {
        List<SearchedEvent> next = next(partition);
        while (!next.isEmpty()) {
            scan(partition, next);
            next = next(partition);
        }
    }

    /** The events that were added meanwhile. If there are none, the partition's entry is removed. */
    private List<SearchedEvent> next(TopicPartition partition) {
        List<SearchedEvent> next = new ArrayList<>();
        waiting.computeIfPresent(partition, (_, gathered) -> {
            next.addAll(gathered);
            return gathered.isEmpty() ? null : new ArrayList<>();
        });
        return next;
    }

    private void scan(TopicPartition partition, List<SearchedEvent> searched) {
        logger.info("Searching {} for {} events that are not known to be published", partition, searched.size());
        scanPermits.acquireUninterruptibly();
        try (Consumer<byte[], byte[]> consumer = consumers.get()) {
            Duration timeout = properties.searchPatience();
            new Scan(new PartitionReader(consumer, partition, timeout), searched, log, timeout, clock).run();
        } catch (Throwable e) {
            // Catches errors as well: otherwise nobody would search this partition any more.
            searched.forEach(one -> one.found().completeExceptionally(e));
        } finally {
            scanPermits.release();
        }
    }
}
