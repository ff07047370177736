package io.plugstream.gateway.publish;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import io.plugstream.base.trace.Traces;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionUpdated;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A broker that acknowledges when the test requires it, with one partition that can be searched. */
public final class FakeKafka implements AutoCloseable {

    public static final ChargerId CHARGER = new ChargerId("demo", "CP-1");
    public static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
    static final PublishProperties QUICK =
            new PublishProperties(Duration.ofMillis(200), Duration.ofSeconds(5), Duration.ofSeconds(60));

    private static final long NOWHERE = -1;

    private volatile int largest = Integer.MAX_VALUE;
    private volatile long place = NOWHERE;

    /** How many records a search gets at once. */
    private volatile int batch = Integer.MAX_VALUE;

    public final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer()) {
                @Override
                public synchronized Future<RecordMetadata> send(
                        ProducerRecord<byte[], byte[]> record, Callback callback) {
                    if (place != NOWHERE) {
                        RecordMetadata there =
                                new RecordMetadata(new TopicPartition(record.topic(), 0), place, 0, 0, 0, 0);
                        callback.onCompletion(there, null);
                        return CompletableFuture.completedFuture(there);
                    }
                    if (record.value() == null || record.value().length <= largest) {
                        return super.send(record, callback);
                    }
                    RecordTooLargeException tooLarge = new RecordTooLargeException();
                    callback.onCompletion(null, tooLarge);
                    return CompletableFuture.failedFuture(tooLarge);
                }
            };

    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final OverdueAppends overdue = new OverdueAppends(meters);
    public final BoundedWait boundedWait;
    public final DurableLog log;

    /** The records that a search reads, in the partition's order. */
    public final List<EventRecord> partition = new CopyOnWriteArrayList<>();

    final AtomicInteger scans = new AtomicInteger();
    final AtomicInteger open = new AtomicInteger();
    final AtomicInteger mostOpen = new AtomicInteger();
    final CountDownLatch gate = new CountDownLatch(1);

    final EventSearch search;

    FakeKafka() {
        this(QUICK);
    }

    private FakeKafka(PublishProperties properties) {
        boundedWait = new BoundedWait(properties);
        log = new DurableLog(
                producer,
                producer,
                producer,
                meters,
                new Traces(Tracer.NOOP, Propagator.NOOP, false),
                boundedWait,
                overdue,
                List.of());
        search = search(new ReadTurns(Duration.ofMinutes(1), System::nanoTime, meters));
    }

    public static FakeKafka open() {
        return open(QUICK.acknowledgementTimeout());
    }

    /** A broker whose acknowledgements are waited for that long. */
    public static FakeKafka open(Duration patience) {
        FakeKafka kafka = new FakeKafka(new PublishProperties(patience, QUICK.searchPatience(), QUICK.takeoverAfter()));
        kafka.gate.countDown();
        return kafka;
    }

    static EventRecord connected(UUID eventId) {
        return event(eventId, new ChargerConnected(CHARGER.chargeBoxId()));
    }

    static EventRecord connected(ChargerId charger) {
        return event(charger, new UUID(2, 2), new ChargerConnected(charger.chargeBoxId()));
    }

    static EventRecord updated(UUID eventId) {
        return event(eventId, new TransactionUpdated(7, CHARGER.chargeBoxId(), 1, List.of()));
    }

    static EventRecord event(UUID eventId, ChargerEvent data) {
        return event(CHARGER, eventId, data);
    }

    private static EventRecord event(ChargerId charger, UUID eventId, ChargerEvent data) {
        return new EventRecord(
                eventId,
                charger.organisationId(),
                Mode.LIVE,
                charger.chargeBoxId(),
                NOW,
                NOW,
                new UUID(0, 4),
                1,
                "ocpp1.6",
                false,
                data);
    }

    /** A search whose reads take these turns. */
    EventSearch search(ReadTurns turns) {
        return new EventSearch(this::consumer, log, QUICK, turns, Clock.systemUTC());
    }

    /** Gives searches one record at a time from now on. */
    void readSlowly() {
        batch = 1;
    }

    /** Refuses larger values from now on. */
    public void refuseLargerThan(int bytes) {
        largest = bytes;
    }

    /** Acknowledges every record at once from now on, at this offset. */
    public void storeAt(long offset) {
        place = offset;
    }

    /** The publications of a single gateway. All other runs are gone. */
    public Publications publications(Clock clock) {
        return new Publications(
                log,
                search,
                boundedWait,
                new GatewayRun(new UUID(0, 1)),
                new Runs() {
                    @Override
                    public boolean hasPublished(UUID run, long number) {
                        return false;
                    }

                    @Override
                    public boolean isGone(UUID run) {
                        return true;
                    }
                },
                QUICK,
                clock);
    }

    /** The messages of a connection whose beginning is published. */
    public ChargerStream stream(Clock clock, String protocol) {
        Claim announced = new Claim() {
            @Override
            public void announce(EventRecord opening) {}

            @Override
            public void end(String reason) {}
        };
        return new ChargerStream(
                new ChargerEvents(log, new TimedOutMessages()),
                announced,
                clock,
                UUID::randomUUID,
                CHARGER,
                Mode.LIVE,
                new UUID(0, 4),
                protocol,
                new OddityMetrics(meters));
    }

    /** The ids of the events that were sent. */
    public List<UUID> sent() {
        return events().stream().map(EventRecord::eventId).toList();
    }

    /** The events that were sent. */
    public List<EventRecord> events() {
        return producer.history().stream()
                .map(record ->
                        Topics.CHARGER_EVENTS.values().deserializer().deserialize(record.topic(), record.value()))
                .toList();
    }

    /** The records that were sent to {@code topic}. */
    public <V> Stream<V> sent(Topic<?, V> topic) {
        return producer.history().stream()
                .filter(record -> record.topic().equals(topic.name()))
                .map(record -> topic.values().deserializer().deserialize(topic.name(), record.value()));
    }

    private Consumer<byte[], byte[]> consumer() {
        scans.incrementAndGet();
        mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
        return new Reader();
    }

    /** Reads the partition's content at the time of the call. */
    private final class Reader extends MockConsumer<byte[], byte[]> {

        private int read;

        Reader() {
            super("earliest");
        }

        @Override
        public synchronized void assign(Collection<TopicPartition> partitions) {
            super.assign(partitions);
            partitions.forEach(one -> updateBeginningOffsets(Map.of(one, 0L)));
        }

        @Override
        public synchronized Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
            return Map.of(partitions.iterator().next(), (long) partition.size());
        }

        @Override
        public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
                Map<TopicPartition, Long> timestamps) {
            return Map.of(timestamps.keySet().iterator().next(), new OffsetAndTimestamp(0, 0));
        }

        @Override
        public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            TopicPartition assigned = assignment().iterator().next();
            // The test may append meanwhile.
            List<EventRecord> now = List.copyOf(partition);
            for (EventRecord event : now.subList(read, read + Math.min(batch, now.size() - read))) {
                byte[] key = Topics.CHARGER_EVENTS
                        .keys()
                        .serializer()
                        .serialize(assigned.topic(), new ChargerId(event.organisationId(), event.chargeBoxId()));
                byte[] value = Topics.CHARGER_EVENTS.values().serializer().serialize(assigned.topic(), event);
                addRecord(new ConsumerRecord<>(assigned.topic(), assigned.partition(), read, key, value));
                read++;
            }
            return super.poll(timeout);
        }

        @Override
        public synchronized void close() {
            open.decrementAndGet();
            super.close();
        }
    }

    @Override
    public void close() {
        boundedWait.destroy();
    }
}
