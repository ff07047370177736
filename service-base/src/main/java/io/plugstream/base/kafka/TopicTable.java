package io.plugstream.base.kafka;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.model.topic.Topic;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * A compacted topic as a map in memory, whole on every instance (ADR 0005). It is read from its beginning at the start,
 * then followed. When Kafka is away the last known entries stay readable; afterwards the topic is read again from the
 * beginning, so that nothing deleted meanwhile survives. A record that cannot be read is logged without its content,
 * counted and passed over.
 */
public final class TopicTable<K, V> implements SmartLifecycle {

    /** Tables start before whatever uses them and stop after it. */
    public static final int PHASE = Integer.MIN_VALUE + 1_000;

    private static final Logger log = LoggerFactory.getLogger(TopicTable.class);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

    private final Topic<K, V> topic;
    private final BinaryOperator<V> rule;
    private final Map<String, Object> settings;
    private final Counter unreadable;
    private final List<BiConsumer<K, @Nullable V>> listeners = new CopyOnWriteArrayList<>();
    private final CountDownLatch stopping = new CountDownLatch(1);

    private final Object progress = new Object();

    private volatile Map<K, V> entries = new ConcurrentHashMap<>();
    private volatile Map<Integer, Long> positions = Map.of();
    private volatile boolean caughtUp;
    private volatile @Nullable Thread reader;
    private volatile @Nullable Consumer<byte[], byte[]> consumer;

    /** A table in which the last record of a key counts. */
    public TopicTable(Topic<K, V> topic, KafkaClients clients, MeterRegistry meters) {
        this(topic, (_, last) -> last, clients, meters);
    }

    /**
     * A table for a topic to which several may write the same key.
     *
     * @param rule says which of a key's present entry and the next record of the topic counts; the same everywhere, so that
     *     all who read the topic come to the same entry
     */
    public TopicTable(Topic<K, V> topic, BinaryOperator<V> rule, KafkaClients clients, MeterRegistry meters) {
        this.topic = topic;
        this.rule = rule;
        this.settings = clients.consumer();
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "table-" + topic.name());
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        this.unreadable = Counter.builder("plugstream.table.unreadable")
                .description("Records of a table that could not be read")
                .tag("topic", topic.name())
                .register(meters);
        Gauge.builder("plugstream.table.entries", this, TopicTable::size)
                .description("Entries of a table")
                .tag("topic", topic.name())
                .register(meters);
    }

    /** The value of {@code key}, if there is one. */
    public @Nullable V get(K key) {
        return entries.get(key);
    }

    /** A view of the present entries. */
    public Map<K, V> entries() {
        return Map.copyOf(entries);
    }

    /** The number of entries. */
    public int size() {
        return entries.size();
    }

    /** The topic's name. */
    public String name() {
        return topic.name();
    }

    /** Whether the topic has been read to its end once. */
    public boolean isCaughtUp() {
        return caughtUp;
    }

    /**
     * Waits until the topic has been read once and every record of {@code partition} below {@code offset} has been applied,
     * so that a caller that knows the end of the partition reads nothing older than it.
     *
     * @return false if that takes longer than {@code timeout}
     */
    public boolean awaitPosition(int partition, long offset, Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        synchronized (progress) {
            while (!caughtUp || positions.getOrDefault(partition, 0L) < offset) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(progress, left);
            }
            return true;
        }
    }

    /**
     * Tells {@code listener} of each change, with null for a deletion, in the order of the topic and on the table's own
     * thread. While the topic is first read it hears each entry once, when all is read.
     */
    public void onChange(BiConsumer<K, @Nullable V> listener) {
        listeners.add(listener);
    }

    @Override
    public void start() {
        reader = Thread.ofPlatform().name("table-" + topic.name()).daemon().start(this::readUntilStopped);
    }

    @Override
    public void stop() {
        stopping.countDown();
        Consumer<byte[], byte[]> open = consumer;
        if (open != null) {
            open.wakeup();
        }
        Thread thread = reader;
        if (thread != null) {
            join(thread);
        }
        reader = null;
    }

    @Override
    public boolean isRunning() {
        return reader != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    private void readUntilStopped() {
        while (stopping.getCount() > 0) {
            try (Consumer<byte[], byte[]> opened =
                    new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
                consumer = opened;
                load(opened);
                follow(opened);
            } catch (WakeupException e) {
                log.debug("Table {} stops", topic.name());
            } catch (KafkaException e) {
                log.warn("Table {} is read again from its beginning after: {}", topic.name(), e.toString());
                pause();
            } finally {
                consumer = null;
            }
        }
    }

    private void load(Consumer<byte[], byte[]> opened) {
        List<TopicPartition> partitions = opened.partitionsFor(topic.name()).stream()
                .map(partition -> new TopicPartition(topic.name(), partition.partition()))
                .toList();
        opened.assign(partitions);
        opened.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = opened.endOffsets(partitions);
        Map<K, V> fresh = new ConcurrentHashMap<>();
        while (ends.entrySet().stream().anyMatch(end -> opened.position(end.getKey()) < end.getValue())) {
            checkRunning();
            opened.poll(POLL).forEach(record -> apply(record, (key, value) -> put(fresh, key, value)));
        }
        Map<K, V> former = entries;
        entries = fresh;
        tellDifferences(former, fresh);
        if (!caughtUp) {
            log.info("Table {} holds {} entries", topic.name(), fresh.size());
        }
        caughtUp = true;
        noteProgress(opened);
    }

    private void follow(Consumer<byte[], byte[]> opened) {
        while (true) {
            checkRunning();
            opened.poll(POLL)
                    .forEach(record -> apply(record, (key, value) -> {
                        put(entries, key, value);
                        tell(key, entries.get(key));
                    }));
            noteProgress(opened);
        }
    }

    private void noteProgress(Consumer<byte[], byte[]> opened) {
        Map<Integer, Long> reached = opened.assignment().stream()
                .collect(Collectors.toUnmodifiableMap(TopicPartition::partition, opened::position));
        if (!reached.equals(positions)) {
            synchronized (progress) {
                positions = reached;
                progress.notifyAll();
            }
        }
    }

    private void apply(ConsumerRecord<byte[], byte[]> record, BiConsumer<K, @Nullable V> change) {
        K key;
        V value;
        try {
            key = topic.keys().deserializer().deserialize(topic.name(), record.key());
            value = topic.values().deserializer().deserialize(topic.name(), record.value());
        } catch (SerializationException e) {
            unreadable.increment();
            log.error(
                    "Record {} of {}-{} cannot be read: {}",
                    record.offset(),
                    record.topic(),
                    record.partition(),
                    e.getMessage());
            return;
        }
        change.accept(key, value);
    }

    private void put(Map<K, V> map, K key, @Nullable V value) {
        if (value == null) {
            map.remove(key);
        } else {
            map.merge(key, value, rule);
        }
    }

    private void tellDifferences(Map<K, V> former, Map<K, V> fresh) {
        Set<K> keys = new HashSet<>(former.keySet());
        keys.addAll(fresh.keySet());
        for (K key : keys) {
            V value = fresh.get(key);
            if (value == null || !value.equals(former.get(key))) {
                tell(key, value);
            }
        }
    }

    private void tell(K key, @Nullable V value) {
        for (BiConsumer<K, @Nullable V> listener : listeners) {
            try {
                listener.accept(key, value);
            } catch (RuntimeException e) {
                log.error("A listener of table {} failed", topic.name(), e);
            }
        }
    }

    private void checkRunning() {
        if (stopping.getCount() == 0) {
            throw new WakeupException();
        }
    }

    private void pause() {
        try {
            boolean stopped = stopping.await(PAUSE_AFTER_FAILURE.toMillis(), TimeUnit.MILLISECONDS);
            log.debug("Table {} goes on, stopped {}", topic.name(), stopped);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopping.countDown();
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join(Duration.ofSeconds(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
