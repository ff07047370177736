package io.plugstream.base.kafka;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.base.kafka.TopicIdentity.Answer;
import io.plugstream.model.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;

/** A table with mock consumers whose records a test sets. */
final class TableBench implements AutoCloseable {

    private static final Topic<String, Integer> TOPIC =
            new Topic<>("table", Serdes.String(), new TextualInteger(), 1, true, null);
    static final TopicPartition PARTITION = new TopicPartition("table", 0);

    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final FakeIdentity identity = new FakeIdentity();
    final AtomicReference<Instant> clock = new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));
    final Queue<Supplier<Consumer<byte[], byte[]>>> consumers = new ConcurrentLinkedQueue<>();
    final List<String> heard = new CopyOnWriteArrayList<>();
    private @Nullable TopicTable<String, Integer> table;

    @Override
    public void close() {
        if (table != null) {
            table.stop();
        }
    }

    TopicTable<String, Integer> start(TableRule<Integer> rule) {
        TopicTable<String, Integer> made = make(rule);
        made.start();
        return made;
    }

    TopicTable<String, Integer> make(TableRule<Integer> rule) {
        TopicIdentity contacted = new ContactedTopic(TOPIC.name(), identity, clock::get);
        TopicTable<String, Integer> made = new TopicTable<>(TOPIC, rule, Duration.ZERO, this::next, contacted, meters);
        made.addListener((key, value) -> heard.add(key + '=' + value));
        table = made;
        return made;
    }

    private Consumer<byte[], byte[]> next() {
        Supplier<Consumer<byte[], byte[]>> supplier = consumers.poll();
        return supplier == null ? holding() : supplier.get();
    }

    static String detail(TopicTable<?, ?> table) {
        return String.valueOf(health(table).getDetails().get("table"));
    }

    static Health health(TopicTable<?, ?> table) {
        return new TablesHealthIndicator(List.of(table)).health();
    }

    /** Makes the next poll after all records fail, like a poll whose position no longer exists. */
    static MockConsumer<byte[], byte[]> failing(MockConsumer<byte[], byte[]> consumer) {
        consumer.schedulePollTask(() -> {});
        consumer.schedulePollTask(() -> consumer.setPollException(new KafkaException("out of range")));
        return consumer;
    }

    static MockConsumer<byte[], byte[]> holding(@Nullable Object... keysAndValues) {
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
        consumer.updatePartitions("table", List.of(new PartitionInfo("table", 0, null, null, null)));
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        consumer.updateEndOffsets(Map.of(PARTITION, keysAndValues.length / 2L));
        repeat(consumer, keysAndValues);
        return consumer;
    }

    /** Returns the records at the next poll, even if they were returned before. */
    static void repeat(MockConsumer<byte[], byte[]> consumer, @Nullable Object... keysAndValues) {
        consumer.schedulePollTask(() -> {
            for (int i = 0; i < keysAndValues.length; i += 2) {
                append(consumer, i / 2, String.valueOf(keysAndValues[i]), keysAndValues[i + 1]);
            }
        });
    }

    @SuppressWarnings("NullAway") // Kafka's interfaces have no nullness annotations; null is the tombstone.
    static void append(MockConsumer<byte[], byte[]> consumer, long offset, String key, @Nullable Object value) {
        consumer.addRecord(
                new ConsumerRecord<>("table", 0, offset, bytes(key), value == null ? null : bytes(value.toString())));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static final class FakeIdentity implements TopicIdentity {

        private volatile Uuid id = Uuid.randomUuid();
        volatile Answer answer = Answer.UNKNOWN;
        final AtomicInteger compared = new AtomicInteger();
        volatile @Nullable RuntimeException failure;

        void becomesAnother() {
            id = Uuid.randomUuid();
        }

        @Override
        public Uuid now() {
            RuntimeException failing = failure;
            if (failing != null) {
                throw failing;
            }
            return id;
        }

        @Override
        public Answer compare(Uuid known) {
            compared.incrementAndGet();
            return known.equals(id) ? answer : Answer.OTHER;
        }
    }
}
