package io.plugstream.base.kafka;

import static io.plugstream.base.kafka.TableBench.holding;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.base.kafka.TopicIdentity.Answer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A table whose topic is out of reach for a while. Its next read lacks the entry b and its tombstone. */
class ContactedTopicTest {

    @AutoClose
    private final TableBench bench = new TableBench();

    private final TopicTable<String, Integer> table = bench.make(TableRule.last());

    @BeforeEach
    void startInContact() {
        bench.consumers.add(() -> holding("a", 1, "b", 2));
        bench.consumers.add(() -> holding("a", 1, "c", 3));
        bench.identity.answer = Answer.SAME;
        table.start();
        await().until(table::isCaughtUp);
        awaitComparison();
    }

    @Test
    void anEntryWhoseTombstoneIsGoneAfterALongOutageIsRemoved() {
        bench.identity.answer = Answer.UNKNOWN;
        awaitComparison();
        pass(Duration.ofHours(12));
        awaitComparison();
        assertThat(table.entries()).isEqualTo(Map.of("a", 1, "b", 2));

        bench.identity.answer = Answer.SAME;

        await().until(() -> table.get("b") == null);
        assertThat(table.entries()).isEqualTo(Map.of("a", 1, "c", 3));
        assertThat(table.keptEntries()).isZero();
        assertThat(bench.heard).contains("b=null", "c=3");
    }

    @Test
    void aProcessThatWasSuspendedForLongReadsTheTableAgainOnce() {
        pass(Duration.ofDays(2));

        await().until(() -> table.get("b") == null);
        awaitComparison();
        assertThat(table.keptEntries()).isZero();
    }

    @Test
    void aTableInContactIsNotReadAgain() {
        for (int hours = 0; hours < 48; hours += 11) {
            pass(Duration.ofHours(11));
            awaitComparison();
        }

        assertThat(table.entries()).isEqualTo(Map.of("a", 1, "b", 2));
        assertThat(bench.consumers).hasSize(1);
    }

    private void pass(Duration time) {
        bench.clock.updateAndGet(now -> now.plus(time));
    }

    /** Waits until the reader has compared, with the present time and answer. */
    private void awaitComparison() {
        int before = bench.identity.compared.get();
        await().until(() -> bench.identity.compared.get() > before + 1);
    }
}
