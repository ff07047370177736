package io.plugstream.base.kafka;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.model.topic.Topic;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.SmartLifecycle;

/**
 * A compacted topic as an in-memory map, complete on every instance (ADR 5). Reading begins as soon as the bean is
 * created; entries are visible and listeners are notified only from {@link #start} on (ADR 91). While Kafka or the
 * topic is unavailable, the last known entries stay readable. If the topic loses records or is recreated, entries that
 * it no longer mentions are kept until the process ends (ADR 43). Unreadable records are logged without their
 * content, counted and skipped.
 */
public final class TopicTable<K, V> implements InitializingBean, SmartLifecycle, DisposableBean {

    /** Tables start before the beans that use them, and stop after them. */
    public static final int PHASE = Integer.MIN_VALUE + 1_000;

    private static final Logger log = LoggerFactory.getLogger(TopicTable.class);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration START_POLL_INTERVAL = Duration.ofMillis(20);

    private final Topic<K, V> topic;
    private final TableRule<V> rule;
    private final Duration pollPause;
    private final TopicIdentity identity;
    private final TableMetrics metrics;
    private final TableRecords<K, V> records;
    private final TableListeners<K, V> listeners;
    private final TableProgress progress = new TableProgress(System::nanoTime);
    private final TablePositions positions = new TablePositions();
    private final KeptKeys<K, V> kept;
    private final Reader reader;
    private final CountDownLatch started = new CountDownLatch(1);

    private volatile Map<K, V> entries = new ConcurrentHashMap<>();
    private @Nullable Uuid known;

    /** A table in which the last record of a key is the valid one. */
    public TopicTable(Topic<K, V> topic, KafkaClients clients, MeterRegistry meters) {
        this(topic, TableRule.last(), Duration.ZERO, clients, meters);
    }

    public TopicTable(Topic<K, V> topic, TableRule<V> rule, KafkaClients clients, MeterRegistry meters) {
        this(topic, rule, Duration.ZERO, clients, meters);
    }

    /**
     * A table that may lag a little behind its topic, and in which the last record of a key is the valid one.
     *
     * @param pollPause pause between polls while records arrive, so that one fetch brings many; the table lags by up to
     *     twice this time
     */
    public TopicTable(Topic<K, V> topic, Duration pollPause, KafkaClients clients, MeterRegistry meters) {
        this(topic, TableRule.last(), pollPause, clients, meters);
    }

    /** A table that may lag a little behind its topic. */
    public TopicTable(
            Topic<K, V> topic, TableRule<V> rule, Duration pollPause, KafkaClients clients, MeterRegistry meters) {
        this(
                topic,
                rule,
                pollPause,
                () -> TableLoad.consumer(topic, clients),
                new ContactedTopic(topic.name(), new AdminTopicIdentity(clients, topic.name()), InstantSource.system()),
                meters);
    }

    TopicTable(
            Topic<K, V> topic,
            TableRule<V> rule,
            Duration pollPause,
            Supplier<Consumer<byte[], byte[]>> consumers,
            TopicIdentity identity,
            MeterRegistry meters) {
        this.topic = topic;
        this.rule = rule;
        this.pollPause = pollPause;
        this.identity = identity;
        this.metrics = new TableMetrics(this, meters);
        this.records = new TableRecords<>(topic, metrics);
        this.listeners = new TableListeners<>(topic.name());
        this.kept = new KeptKeys<>(topic.name(), metrics);
        this.reader = new Reader("table-" + topic.name(), consumers);
    }

    /** The value of {@code key}, if there is one. */
    public @Nullable V get(K key) {
        return entries.get(key);
    }

    /** A view of the present entries, which may change meanwhile. */
    public Map<K, V> entries() {
        return Collections.unmodifiableMap(entries);
    }

    public int size() {
        return entries.size();
    }

    public String name() {
        return topic.name();
    }

    /** Whether the topic has been read to its end once. */
    public boolean isCaughtUp() {
        return positions.isComplete();
    }

    /** How long the reader has made no progress; zero if it is at the topic's end. */
    public Duration standstill() {
        return progress.standstill();
    }

    /** The number of entries kept from the topic before it was recreated or lost records. */
    public int keptEntries() {
        return kept.size();
    }

    /** How much the reader has yet to read, or why it cannot read. */
    String describe() {
        return progress.describe();
    }

    /**
     * Waits until the topic has been read once and every record of {@code partition} below {@code offset} has been
     * applied. A caller that passes the partition's end offset then reads no older state.
     *
     * @return false if that takes longer than {@code timeout}
     */
    public boolean awaitPosition(int partition, long offset, Duration timeout) throws InterruptedException {
        return positions.await(partition, offset, timeout);
    }

    /**
     * Notifies {@code listener} of each change (null for a deletion) in topic order, on the table's own thread. The
     * first read of the topic notifies it of each entry once, at the end.
     */
    public void addListener(BiConsumer<K, @Nullable V> listener) {
        listeners.add(listener);
    }

    /** Begins to read while other beans are created. */
    @Override
    public void afterPropertiesSet() {
        reader.start();
    }

    /** Makes entries visible and notifies listeners; all listeners are registered by now. */
    @Override
    public void start() {
        if (!reader.isRunning()) {
            reader.start();
        }
        started.countDown();
    }

    @Override
    public void stop() {
        reader.stop();
    }

    /** Also stops a table that never started because another bean could not be created. */
    @Override
    public void destroy() {
        stop();
    }

    @Override
    public boolean isRunning() {
        return started.getCount() == 0 && reader.isRunning();
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    private final class Reader extends ConsumerThread {

        Reader(String name, Supplier<Consumer<byte[], byte[]>> consumers) {
            super(name, consumers);
        }

        @Override
        protected void read(Consumer<byte[], byte[]> opened) {
            load(opened);
            follow(opened);
        }

        @Override
        protected void failed(Throwable failure) {
            metrics.failed();
            progress.failed("cannot be read: " + failure);
        }
    }

    private void load(Consumer<byte[], byte[]> opened) {
        Uuid id = identity.now();
        TableLoad<K, V> load = new TableLoad<>(records, rule.whileRead(), progress, this::checkRunning, opened);
        boolean lost = known != null && (!known.equals(id) || load.endsBefore(positions));
        load.read();
        progress.recovered();
        awaitStart();
        kept.carryOver(entries, load, lost);
        Map<K, V> former = entries;
        entries = load.entries();
        known = id;
        listeners.notifyDifferences(former, entries);
        if (!isCaughtUp()) {
            log.info("Table {} has {} entries", topic.name(), size());
        }
        noteProgress(opened);
    }

    private void awaitStart() {
        while (started.getCount() > 0) {
            checkRunning();
            reader.pause(START_POLL_INTERVAL);
        }
    }

    private void follow(Consumer<byte[], byte[]> opened) {
        Uuid followed = Objects.requireNonNull(known);
        while (true) {
            checkRunning();
            ConsumerRecords<byte[], byte[]> polled = opened.poll(POLL);
            polled.forEach(record -> records.read(record, this::change));
            noteProgress(opened);
            if (!polled.isEmpty() && pollPause.isPositive()) {
                reader.pause(pollPause);
            }
            switch (identity.compare(followed)) {
                case SAME -> progress.recovered();
                case OTHER, OUTDATED -> {
                    return;
                }
                case MISSING -> progress.failed("the topic is not there");
                case UNKNOWN -> {}
            }
        }
    }

    private void change(K key, @Nullable V value) {
        if (kept.remove(key) && value != null) {
            // A process that starts now has not seen the former entry, so the rule must not compare with it.
            entries.put(key, value);
        } else {
            TableRecords.put(entries, key, value, rule.afterwards());
        }
        listeners.notifyChange(key, entries.get(key));
    }

    private void noteProgress(Consumer<byte[], byte[]> opened) {
        progress.at(opened);
        positions.at(opened);
    }

    private void checkRunning() {
        if (reader.isStopping()) {
            throw new WakeupException();
        }
    }
}
