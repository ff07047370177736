package io.plugstream.base.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.base.kafka.TopicIdentity.Answer;
import io.plugstream.model.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class TopicTableTest {

    private static final Topic<String, Integer> TOPIC =
            new Topic<>("table", Serdes.String(), new TextualInteger(), 1, true, null);
    private static final TopicPartition PARTITION = new TopicPartition("table", 0);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final FakeIdentity identity = new FakeIdentity();
    private final Queue<Supplier<Consumer<byte[], byte[]>>> consumers = new ConcurrentLinkedQueue<>();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private @Nullable TopicTable<String, Integer> table;

    @AfterEach
    void stop() {
        if (table != null) {
            table.stop();
        }
    }

    @Test
    void anUnexpectedFailureIsCountedAndTheTableIsReadAgain() {
        consumers.add(() -> {
            throw new IllegalStateException("unexpected");
        });
        consumers.add(() -> holding("a", 1));

        TopicTable<String, Integer> started = start((_, last) -> last);

        await().until(started::isCaughtUp);
        assertThat(started.entries()).isEqualTo(Map.of("a", 1));
        assertThat(meters.get("plugstream.table.failures").counter().count()).isEqualTo(1);
    }

    @Test
    void anErrorDoesNotEndItsThread() {
        consumers.add(() -> {
            throw new LinkageError("unexpected");
        });
        consumers.add(() -> holding("a", 1));

        await().until(start((_, last) -> last)::isCaughtUp);
    }

    @Test
    void aRuleThatFailsPassesOverTheRecord() {
        consumers.add(() -> holding("a", 1, "a", 2, "b", 3));

        TopicTable<String, Integer> started = start((_, _) -> {
            throw new IllegalStateException("unexpected");
        });

        await().until(started::isCaughtUp);
        assertThat(started.entries()).isEqualTo(Map.of("a", 1, "b", 3));
        assertThat(meters.get("plugstream.table.unreadable").counter().count()).isEqualTo(1);
    }

    @Test
    void onlyTheLastRecordOfAKeyIsParsedWithoutARule() {
        consumers.add(() -> holding("a", "not a number", "a", 1, "b", 2, "b", null, "c", 3, "c", null, "c", 4));

        TopicTable<String, Integer> started = start(null);

        await().until(started::isCaughtUp);
        assertThat(started.entries()).isEqualTo(Map.of("a", 1, "c", 4));
        assertThat(heard).containsExactlyInAnyOrder("a=1", "c=4");
        assertThat(meters.get("plugstream.table.unreadable").counter().count()).isZero();
    }

    @Test
    void anUnreadableLastRecordLeavesTheOneBefore() {
        MockConsumer<byte[], byte[]> consumer =
                holding("a", 1, "a", "not a number", "b", null, "b", 2, "c", 3, "c", null);
        repeat(consumer, "a", 1, "a", "not a number", "b", null, "b", 2, "c", 3, "c", null);
        consumers.add(() -> consumer);

        TopicTable<String, Integer> started = start(null);

        await().until(started::isCaughtUp);
        assertThat(started.entries()).isEqualTo(Map.of("a", 1, "b", 2));
        assertThat(heard).containsExactlyInAnyOrder("a=1", "b=2");
        assertThat(meters.get("plugstream.table.unreadable").counter().count()).isEqualTo(1);
    }

    @Test
    void whatIsDeletedInATopicThatLostRecordsIsNotKept() {
        consumers.add(() -> holding("a", 1, "b", 2));
        consumers.add(() -> holding("b", 3, "b", null));
        TopicTable<String, Integer> started = start(null);
        await().until(started::isCaughtUp);

        identity.becomesAnother();

        await().until(() -> started.get("b") == null);
        assertThat(started.entries()).isEqualTo(Map.of("a", 1));
        assertThat(started.keptEntries()).isEqualTo(1);
    }

    @Test
    void aTopicMadeAnewDeletesNothingByBeingEmpty() {
        consumers.add(() -> holding("a", 1, "b", 2));
        consumers.add(() -> holding("c", 3));
        TopicTable<String, Integer> started = start((_, last) -> last);
        await().until(started::isCaughtUp);
        heard.clear();

        identity.becomesAnother();

        await().until(() -> started.get("c") != null);
        assertThat(started.entries()).isEqualTo(Map.of("a", 1, "b", 2, "c", 3));
        assertThat(heard).containsExactly("c=3");
        assertThat(meters.get("plugstream.table.kept").gauge().value()).isEqualTo(2);
        assertThat(meters.get("plugstream.table.losses").counter().count()).isEqualTo(1);
        assertThat(health(started).getStatus()).isEqualTo(Status.UP);
        assertThat(health(started).getDetails())
                .containsEntry("table", "3 entries, 2 of them from a topic that is gone");
    }

    @Test
    void aTopicWhoseEndWentBackDeletesNothingEither() {
        consumers.add(() -> failing(holding("a", 1, "b", 2)));
        consumers.add(() -> holding("a", 7));
        TopicTable<String, Integer> started = start((_, last) -> last);

        await().until(() -> Integer.valueOf(7).equals(started.get("a")));

        assertThat(started.entries()).isEqualTo(Map.of("a", 7, "b", 2));
    }

    @Test
    void aTopicReadAgainAsItWasDeletesWhatItDeleted() {
        consumers.add(() -> failing(holding("a", 1, "b", 2)));
        consumers.add(() -> holding("a", 1, "b", 2, "b", null));
        TopicTable<String, Integer> started = start((_, last) -> last);
        await().until(started::isCaughtUp);

        await().until(() -> started.get("b") == null);

        assertThat(started.entries()).isEqualTo(Map.of("a", 1));
    }

    @Test
    void whatTheNewTopicSaysOfAKeptEntryCountsWhateverTheRule() {
        consumers.add(() -> holding("a", 5, "b", 2, "c", 3));
        MockConsumer<byte[], byte[]> anew = holding();
        consumers.add(() -> anew);
        TopicTable<String, Integer> started = start(Integer::max);
        await().until(started::isCaughtUp);
        identity.becomesAnother();
        await().until(() -> started.keptEntries() == 3);

        append(anew, 0, "a", 1);
        append(anew, 1, "b", null);

        await().until(() -> started.keptEntries() == 1);
        assertThat(started.entries()).isEqualTo(Map.of("a", 1, "c", 3));
    }

    @Test
    void aTopicThatIsAwayIsToldAfterAWhileAndItsEntriesStay() {
        consumers.add(() -> holding("a", 1));
        TopicTable<String, Integer> started = start((_, last) -> last);
        await().until(started::isCaughtUp);

        identity.answer = Answer.MISSING;

        await().until(() -> health(started).getStatus().equals(Status.DOWN));
        assertThat(detail(started)).endsWith("the topic is not there");
        assertThat(new TablesHealthIndicator(List.of(started), Duration.ofMinutes(10))
                        .health()
                        .getStatus())
                .isEqualTo(Status.UP);
        assertThat(started.entries()).isEqualTo(Map.of("a", 1));

        identity.answer = Answer.SAME;
        await().until(() -> health(started).getStatus().equals(Status.UP));
    }

    @Test
    void aTopicThatIsNotThereAtTheStartIsToldByName() {
        identity.failure = new UnknownTopicOrPartitionException("no such topic");
        consumers.add(() -> holding("a", 1));

        TopicTable<String, Integer> started = start((_, last) -> last);

        await().until(() -> health(started).getStatus().equals(Status.DOWN)
                && detail(started).contains("no such topic"));
    }

    private TopicTable<String, Integer> start(@Nullable BinaryOperator<Integer> rule) {
        TopicTable<String, Integer> made = new TopicTable<>(TOPIC, rule, Duration.ZERO, this::next, identity, meters);
        made.onChange((key, value) -> heard.add(key + '=' + value));
        table = made;
        made.start();
        return made;
    }

    private Consumer<byte[], byte[]> next() {
        Supplier<Consumer<byte[], byte[]>> supplier = consumers.poll();
        return supplier == null ? holding() : supplier.get();
    }

    private static String detail(TopicTable<?, ?> table) {
        return String.valueOf(health(table).getDetails().get("table"));
    }

    private static Health health(TopicTable<?, ?> table) {
        return new TablesHealthIndicator(List.of(table), Duration.ofMillis(1)).health();
    }

    /** The next poll after all is read fails as one does whose position is gone. */
    private static MockConsumer<byte[], byte[]> failing(MockConsumer<byte[], byte[]> consumer) {
        consumer.schedulePollTask(() -> {});
        consumer.schedulePollTask(() -> consumer.setPollException(new KafkaException("out of range")));
        return consumer;
    }

    private static MockConsumer<byte[], byte[]> holding(@Nullable Object... keysAndValues) {
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
        consumer.updatePartitions("table", List.of(new PartitionInfo("table", 0, null, null, null)));
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        consumer.updateEndOffsets(Map.of(PARTITION, keysAndValues.length / 2L));
        repeat(consumer, keysAndValues);
        return consumer;
    }

    /** Hands them out at the next poll, once more if they were before. */
    private static void repeat(MockConsumer<byte[], byte[]> consumer, @Nullable Object... keysAndValues) {
        consumer.schedulePollTask(() -> {
            for (int i = 0; i < keysAndValues.length; i += 2) {
                append(consumer, i / 2, String.valueOf(keysAndValues[i]), keysAndValues[i + 1]);
            }
        });
    }

    @SuppressWarnings("NullAway") // Kafka's interfaces have no nullness; null is the tombstone.
    private static void append(MockConsumer<byte[], byte[]> consumer, long offset, String key, @Nullable Object value) {
        consumer.addRecord(
                new ConsumerRecord<>("table", 0, offset, bytes(key), value == null ? null : bytes(value.toString())));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static final class FakeIdentity implements TopicIdentity {

        private volatile Uuid id = Uuid.randomUuid();
        private volatile Answer answer = Answer.UNKNOWN;
        private volatile @Nullable RuntimeException failure;

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
            return known.equals(id) ? answer : Answer.OTHER;
        }
    }
}
