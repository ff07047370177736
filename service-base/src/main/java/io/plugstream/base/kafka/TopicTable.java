package io.plugstream.base.kafka;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.model.topic.Topic;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * A compacted topic as a map in memory, whole on every instance (ADR 0005). It is read from its beginning at the start,
 * then followed. When Kafka or the topic is away the last known entries stay readable. A topic that lost records, or was
 * made anew, deletes nothing by being empty: what it does not mention is kept until the process ends (ADR 0043). A record
 * that cannot be read is logged without its content, counted and passed over.
 */
public final class TopicTable<K, V> implements SmartLifecycle {

    /** Tables start before whatever uses them and stop after it. */
    public static final int PHASE = Integer.MIN_VALUE + 1_000;

    private static final Logger log = LoggerFactory.getLogger(TopicTable.class);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

    // What a fetch brings and a poll hands over: fewer and larger while all of a topic is read.
    private static final int MOST_BYTES_OF_A_PARTITION = 4 << 20;
    private static final int MOST_RECORDS = 5_000;

    private final Topic<K, V> topic;
    private final BinaryOperator<V> rule;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final TopicIdentity identity;
    private final TableMetrics metrics;
    private final TableStanding standing = new TableStanding(System::nanoTime);
    private final List<BiConsumer<K, @Nullable V>> listeners = new CopyOnWriteArrayList<>();
    private final CountDownLatch stopping = new CountDownLatch(1);

    private final Object progress = new Object();

    /** Keys whose entries come from a topic that is gone, and that the present one has not mentioned. */
    private final Set<K> kept = ConcurrentHashMap.newKeySet();

    private volatile Map<K, V> entries = new ConcurrentHashMap<>();
    private volatile Map<Integer, Long> positions = Map.of();
    private volatile boolean caughtUp;
    private volatile @Nullable Thread reader;
    private volatile @Nullable Consumer<byte[], byte[]> consumer;
    private @Nullable Uuid known;

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
        this(topic, rule, () -> consumer(topic, clients), new AskedTopicIdentity(clients, topic.name()), meters);
    }

    TopicTable(
            Topic<K, V> topic,
            BinaryOperator<V> rule,
            Supplier<Consumer<byte[], byte[]>> consumers,
            TopicIdentity identity,
            MeterRegistry meters) {
        this.topic = topic;
        this.rule = rule;
        this.consumers = consumers;
        this.identity = identity;
        this.metrics = new TableMetrics(this, meters);
    }

    private static Consumer<byte[], byte[]> consumer(Topic<?, ?> topic, KafkaClients clients) {
        Map<String, Object> settings = clients.consumer();
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "table-" + topic.name());
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, MOST_BYTES_OF_A_PARTITION);
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, MOST_RECORDS);
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
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

    /** For how long the reader has not come nearer to the topic's end, and is not there; zero if all is well. */
    public Duration standstill() {
        return standing.standstill();
    }

    /** The number of entries that come from a topic that is gone. */
    public int keptEntries() {
        return kept.size();
    }

    /** What the reader has yet to read, or why it cannot. */
    String describe() {
        return standing.describe();
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
            try (Consumer<byte[], byte[]> opened = consumers.get()) {
                consumer = opened;
                load(opened);
                follow(opened);
            } catch (WakeupException e) {
                log.debug("Table {} stops", topic.name());
            } catch (KafkaException e) {
                log.warn("Table {} is read again from its beginning after: {}", topic.name(), e.toString());
                failed(e);
            } catch (Throwable e) {
                // Whatever it is: a table whose thread is gone would stand still for ever.
                log.error("Table {} is read again from its beginning after an unexpected failure", topic.name(), e);
                failed(e);
            } finally {
                consumer = null;
            }
        }
    }

    private void failed(Throwable failure) {
        metrics.failed();
        standing.troubled("cannot be read: " + failure);
        pause();
    }

    private void load(Consumer<byte[], byte[]> opened) {
        Uuid id = identity.now();
        List<TopicPartition> partitions = partitions(opened);
        opened.assign(partitions);
        opened.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = opened.endOffsets(partitions);
        boolean lost = isLost(id, ends);
        Map<K, V> fresh = new ConcurrentHashMap<>();
        Set<K> deleted = new HashSet<>();
        while (left(opened, ends) > 0) {
            checkRunning();
            opened.poll(POLL)
                    .forEach(record -> apply(record, (key, value) -> {
                        put(fresh, key, value);
                        note(deleted, key, value == null);
                    }));
        }
        standing.well();
        keep(fresh, deleted, lost);
        Map<K, V> former = entries;
        entries = fresh;
        known = id;
        tellDifferences(former, fresh);
        if (!caughtUp) {
            log.info("Table {} holds {} entries", topic.name(), fresh.size());
        }
        caughtUp = true;
        noteProgress(opened);
    }

    private List<TopicPartition> partitions(Consumer<byte[], byte[]> opened) {
        List<TopicPartition> partitions =
                Objects.requireNonNullElse(opened.partitionsFor(topic.name()), List.<PartitionInfo>of()).stream()
                        .map(partition -> new TopicPartition(topic.name(), partition.partition()))
                        .toList();
        if (partitions.isEmpty()) {
            throw new UnknownTopicOrPartitionException("there is no topic " + topic.name());
        }
        return partitions;
    }

    /** Whether what was read before is no longer all there: another topic of that name, or one whose end went back. */
    private boolean isLost(Uuid id, Map<TopicPartition, Long> ends) {
        if (known == null) {
            return false;
        }
        return !known.equals(id)
                || ends.entrySet().stream()
                        .anyMatch(end -> end.getValue()
                                < positions.getOrDefault(end.getKey().partition(), 0L));
    }

    /** Carries over what no topic has deleted, only lost. */
    private void keep(Map<K, V> fresh, Set<K> deleted, boolean lost) {
        Set<K> candidates = lost ? entries.keySet() : Set.copyOf(kept);
        kept.clear();
        for (K key : candidates) {
            V former = entries.get(key);
            if (former != null && !deleted.contains(key) && fresh.putIfAbsent(key, former) == null) {
                kept.add(key);
            }
        }
        if (lost) {
            metrics.lost();
            log.error(
                    "Topic {} was made anew or lost records: {} entries that it does not mention are kept until this"
                            + " process ends",
                    topic.name(),
                    kept.size());
        }
    }

    private void follow(Consumer<byte[], byte[]> opened) {
        Uuid followed = Objects.requireNonNull(known);
        while (true) {
            checkRunning();
            opened.poll(POLL).forEach(record -> apply(record, this::change));
            noteProgress(opened);
            switch (identity.compare(followed)) {
                case SAME -> standing.well();
                case OTHER -> {
                    return;
                }
                case MISSING -> standing.troubled("the topic is not there");
                case UNKNOWN -> {}
            }
        }
    }

    private void change(K key, @Nullable V value) {
        if (kept.remove(key) && value != null) {
            // Who starts now has not seen the former entry, so the rule does not compare with it.
            entries.put(key, value);
        } else {
            put(entries, key, value);
        }
        tell(key, entries.get(key));
    }

    private long left(Consumer<byte[], byte[]> opened, Map<TopicPartition, Long> ends) {
        long reached = 0;
        long left = 0;
        for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
            long position = opened.position(end.getKey());
            reached += position;
            left += Math.max(0, end.getValue() - position);
        }
        standing.at(reached, left);
        return left;
    }

    private void noteProgress(Consumer<byte[], byte[]> opened) {
        Map<Integer, Long> reached = opened.assignment().stream()
                .collect(Collectors.toUnmodifiableMap(TopicPartition::partition, opened::position));
        long lag = opened.assignment().stream()
                .mapToLong(partition -> opened.currentLag(partition).orElse(0))
                .sum();
        standing.at(reached.values().stream().mapToLong(Long::longValue).sum(), lag);
        if (!reached.equals(positions)) {
            synchronized (progress) {
                positions = reached;
                progress.notifyAll();
            }
        }
    }

    private void apply(ConsumerRecord<byte[], byte[]> record, BiConsumer<K, @Nullable V> change) {
        try {
            K key = topic.keys().deserializer().deserialize(topic.name(), record.key());
            V value = topic.values().deserializer().deserialize(topic.name(), record.value());
            change.accept(key, value);
        } catch (RuntimeException e) {
            metrics.unreadable();
            log.error(
                    "Record {} of {}-{} cannot be read: {}",
                    record.offset(),
                    record.topic(),
                    record.partition(),
                    e.getMessage());
        }
    }

    private void put(Map<K, V> map, K key, @Nullable V value) {
        if (value == null) {
            map.remove(key);
        } else {
            map.merge(key, value, rule);
        }
    }

    private static <K> void note(Set<K> deleted, K key, boolean isDeletion) {
        if (isDeletion) {
            deleted.add(key);
        } else {
            deleted.remove(key);
        }
    }

    private void tellDifferences(Map<K, V> former, Map<K, V> fresh) {
        fresh.forEach((key, value) -> {
            if (!value.equals(former.get(key))) {
                tell(key, value);
            }
        });
        former.keySet().stream().filter(key -> !fresh.containsKey(key)).forEach(key -> tell(key, null));
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
