package io.plugstream.base.kafka;

import static io.plugstream.base.kafka.TableBench.append;
import static io.plugstream.base.kafka.TableBench.holding;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class DeletedKeysTest {

    @AutoClose
    private final TableBench bench = new TableBench();

    private final AtomicLong time = new AtomicLong();
    private final MockConsumer<byte[], byte[]> consumer = holding("a", 1, "b", 2);
    private final TopicTable<String, Integer> table = bench.make(TableRule.last());
    private final DeletedKeys<String> deleted = new DeletedKeys<>(table, time::get);

    @Test
    void aKeyWithoutAnEntryMayBeLostForADay() {
        assertThat(deleted.contains("lost")).isFalse();
        assertThat(deleted.mayBeLost("lost")).as("until the table is complete").isFalse();
        start();

        assertThat(deleted.contains("lost")).isFalse();
        assertThat(deleted.mayBeLost("lost")).isTrue();
        time.addAndGet(DeletedKeys.LONGEST_LOSS.toNanos());

        assertThat(deleted.contains("lost")).isTrue();
        assertThat(deleted.mayBeLost("lost")).isFalse();
        assertThat(deleted.contains("a")).isFalse();
    }

    @Test
    void aDeletionThatWasSeenCountsAtOnce() {
        consumer.schedulePollTask(() -> {
            append(consumer, 2, "a", null);
            append(consumer, 3, "never seen", null);
        });
        start();

        await().until(() -> deleted.contains("a") && deleted.contains("never seen"));
        assertThat(deleted.contains("b")).isFalse();
        assertThat(deleted.mayBeLost("b")).isFalse();
    }

    @Test
    void aKeyThatHasAnEntryAgainIsNotDeleted() {
        consumer.schedulePollTask(() -> {
            append(consumer, 2, "a", null);
            append(consumer, 3, "a", 4);
        });
        start();

        await().until(() -> Integer.valueOf(4).equals(table.get("a")));
        assertThat(deleted.contains("a")).isFalse();
    }

    @Test
    void entriesOfALostTopicAreNotDeleted() {
        bench.consumers.add(() -> consumer);
        bench.consumers.add(() -> holding("c", 3));
        table.start();
        await().until(table::isCaughtUp);

        bench.identity.becomesAnother();

        await().until(() -> table.get("c") != null);
        time.addAndGet(DeletedKeys.LONGEST_LOSS.toNanos());
        assertThat(deleted.contains("a")).isFalse();
    }

    private void start() {
        bench.consumers.add(() -> consumer);
        table.start();
        await().until(table::isCaughtUp);
    }
}
