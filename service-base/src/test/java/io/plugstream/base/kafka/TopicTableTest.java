package io.plugstream.base.kafka;

import static io.plugstream.base.kafka.TableBench.holding;
import static io.plugstream.base.kafka.TableBench.repeat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TopicTableTest {

    @AutoClose
    private final TableBench bench = new TableBench();

    @Test
    void anUnexpectedFailureIsCountedAndTheTableIsReadAgain() {
        bench.consumers.add(() -> {
            throw new IllegalStateException("unexpected");
        });
        bench.consumers.add(() -> holding("a", 1));

        TopicTable<String, Integer> started = bench.start(TableRule.always((_, last) -> last));

        await().until(started::isCaughtUp);
        assertThat(started.entries()).isEqualTo(Map.of("a", 1));
        assertThat(bench.meters.get("plugstream.table.failures").counter().count())
                .isEqualTo(1);
    }

    @Test
    void anErrorDoesNotEndTheThread() {
        bench.consumers.add(() -> {
            throw new LinkageError("unexpected");
        });
        bench.consumers.add(() -> holding("a", 1));

        await().until(bench.start(TableRule.always((_, last) -> last))::isCaughtUp);
    }

    @Test
    void aFailingRuleSkipsTheRecord() {
        bench.consumers.add(() -> holding("a", 1, "a", 2, "b", 3));

        TopicTable<String, Integer> started = bench.start(TableRule.always((_, _) -> {
            throw new IllegalStateException("unexpected");
        }));

        await().until(started::isCaughtUp);
        assertThat(started.entries()).isEqualTo(Map.of("a", 1, "b", 3));
        assertThat(bench.meters.get("plugstream.table.unreadable").counter().count())
                .isEqualTo(1);
    }

    @Test
    void onlyTheLastRecordOfAKeyIsParsedWithoutARule() {
        bench.consumers.add(() -> holding("a", "not a number", "a", 1, "b", 2, "b", null, "c", 3, "c", null, "c", 4));

        TopicTable<String, Integer> started = bench.start(TableRule.last());

        await().until(started::isCaughtUp);
        assertThat(started.entries()).isEqualTo(Map.of("a", 1, "c", 4));
        assertThat(bench.heard).containsExactlyInAnyOrder("a=1", "c=4");
        assertThat(bench.meters.get("plugstream.table.unreadable").counter().count())
                .isZero();
    }

    @Test
    void aRuleForLateRecordsBeginsAfterTheLastRecordsAreRead() {
        MockConsumer<byte[], byte[]> consumer = holding("a", "not a number", "a", 5, "a", 2);
        consumer.schedulePollTask(() -> {
            TableBench.append(consumer, 3, "a", 1);
            TableBench.append(consumer, 4, "b", 3);
        });
        bench.consumers.add(() -> consumer);
        TopicTable<String, Integer> started = bench.make(TableRule.onceRead(Math::max));

        started.start();

        await().until(() -> started.size() == 2);
        assertThat(started.entries()).isEqualTo(Map.of("a", 2, "b", 3));
        assertThat(bench.meters.get("plugstream.table.unreadable").counter().count())
                .isZero();
    }

    @Test
    void anUnreadableLastRecordKeepsTheOneBefore() {
        MockConsumer<byte[], byte[]> consumer =
                holding("a", 1, "a", "not a number", "b", null, "b", 2, "c", 3, "c", null);
        repeat(consumer, "a", 1, "a", "not a number", "b", null, "b", 2, "c", 3, "c", null);
        bench.consumers.add(() -> consumer);

        TopicTable<String, Integer> started = bench.start(TableRule.last());

        await().until(started::isCaughtUp);
        assertThat(started.entries()).isEqualTo(Map.of("a", 1, "b", 2));
        assertThat(bench.heard).containsExactlyInAnyOrder("a=1", "b=2");
        assertThat(bench.meters.get("plugstream.table.unreadable").counter().count())
                .isEqualTo(1);
    }

    @Test
    void isReadBeforeTheStartButEmptyAndSilentUntilThen() {
        MockConsumer<byte[], byte[]> consumer = holding("a", 1);
        bench.consumers.add(() -> consumer);
        TopicTable<String, Integer> table = bench.make(TableRule.last());
        table.afterPropertiesSet();
        await().until(() -> consumer.position(TableBench.PARTITION) == 1);
        assertThat(table.isRunning()).isFalse();
        assertThat(table.isCaughtUp()).isFalse();
        assertThat(table.entries()).isEmpty();
        table.addListener((key, value) -> bench.heard.add("later: " + key + '=' + value));

        table.start();

        await().until(table::isCaughtUp);
        assertThat(table.isRunning()).isTrue();
        assertThat(table.entries()).isEqualTo(Map.of("a", 1));
        assertThat(bench.heard).containsExactly("a=1", "later: a=1");
    }

    @Test
    void endsWithoutHavingStarted() {
        MockConsumer<byte[], byte[]> consumer = holding("a", 1);
        bench.consumers.add(() -> consumer);
        TopicTable<String, Integer> table = bench.make(TableRule.last());
        table.afterPropertiesSet();
        await().until(() -> consumer.position(TableBench.PARTITION) == 1);

        table.destroy();

        assertThat(consumer.closed()).isTrue();
    }
}
