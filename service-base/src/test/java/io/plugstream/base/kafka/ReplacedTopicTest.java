package io.plugstream.base.kafka;

import static io.plugstream.base.kafka.TableBench.append;
import static io.plugstream.base.kafka.TableBench.detail;
import static io.plugstream.base.kafka.TableBench.failing;
import static io.plugstream.base.kafka.TableBench.health;
import static io.plugstream.base.kafka.TableBench.holding;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.base.kafka.TopicIdentity.Answer;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

/** A table whose topic is recreated, has lost records, or is missing. */
class ReplacedTopicTest {

    @AutoClose
    private final TableBench bench = new TableBench();

    @Test
    void aDeletionInATopicThatLostRecordsRemovesTheEntry() {
        bench.consumers.add(() -> holding("a", 1, "b", 2));
        bench.consumers.add(() -> holding("b", 3, "b", null));
        TopicTable<String, Integer> started = bench.start(TableRule.last());
        await().until(started::isCaughtUp);

        bench.identity.becomesAnother();

        await().until(() -> started.get("b") == null);
        assertThat(started.entries()).isEqualTo(Map.of("a", 1));
        assertThat(started.keptEntries()).isEqualTo(1);
    }

    @Test
    void aRecreatedTopicRemovesNoEntries() {
        bench.consumers.add(() -> holding("a", 1, "b", 2));
        bench.consumers.add(() -> holding("c", 3));
        TopicTable<String, Integer> started = bench.start(TableRule.always((_, last) -> last));
        await().until(started::isCaughtUp);
        bench.heard.clear();

        bench.identity.becomesAnother();

        await().until(() -> started.get("c") != null);
        assertThat(started.entries()).isEqualTo(Map.of("a", 1, "b", 2, "c", 3));
        assertThat(bench.heard).containsExactly("c=3");
        assertThat(bench.meters.get("plugstream.table.kept").gauge().value()).isEqualTo(2);
        assertThat(bench.meters.get("plugstream.table.losses").counter().count())
                .isEqualTo(1);
        assertThat(health(started).getStatus()).isEqualTo(Status.UP);
        assertThat(health(started).getDetails())
                .containsEntry("table", "3 entries, 2 of them from a topic that is gone");
    }

    @Test
    void aTopicWhoseEndWentBackRemovesNoEntries() {
        bench.consumers.add(() -> failing(holding("a", 1, "b", 2)));
        bench.consumers.add(() -> holding("a", 7));
        TopicTable<String, Integer> started = bench.start(TableRule.always((_, last) -> last));

        await().until(() -> Integer.valueOf(7).equals(started.get("a")));

        assertThat(started.entries()).isEqualTo(Map.of("a", 7, "b", 2));
    }

    @Test
    void anUnchangedTopicReadAgainRemovesDeletedEntries() {
        bench.consumers.add(() -> failing(holding("a", 1, "b", 2)));
        bench.consumers.add(() -> holding("a", 1, "b", 2, "b", null));
        TopicTable<String, Integer> started = bench.start(TableRule.always((_, last) -> last));
        await().until(started::isCaughtUp);

        await().until(() -> started.get("b") == null);

        assertThat(started.entries()).isEqualTo(Map.of("a", 1));
    }

    @Test
    void recordsOfTheNewTopicReplaceKeptEntriesWhateverTheRule() {
        bench.consumers.add(() -> holding("a", 5, "b", 2, "c", 3));
        MockConsumer<byte[], byte[]> anew = holding();
        bench.consumers.add(() -> anew);
        TopicTable<String, Integer> started = bench.start(TableRule.always(Integer::max));
        await().until(started::isCaughtUp);
        bench.identity.becomesAnother();
        await().until(() -> started.keptEntries() == 3);

        append(anew, 0, "a", 1);
        append(anew, 1, "b", null);

        await().until(() -> started.keptEntries() == 1);
        assertThat(started.entries()).isEqualTo(Map.of("a", 1, "c", 3));
    }

    @Test
    void aMissingTopicIsReportedAndItsEntriesStayInUse() {
        bench.consumers.add(() -> holding("a", 1));
        TopicTable<String, Integer> started = bench.start(TableRule.always((_, last) -> last));
        await().until(started::isCaughtUp);

        bench.identity.answer = Answer.MISSING;

        await().until(() -> detail(started).endsWith("the topic is not there"));
        assertThat(health(started).getStatus()).isEqualTo(Status.UP);
        assertThat(bench.meters.get("plugstream.table.standstill").gauge().value())
                .isPositive();
        assertThat(started.entries()).isEqualTo(Map.of("a", 1));

        bench.identity.answer = Answer.SAME;
        await().until(() -> detail(started).equals("1"));
    }

    @Test
    void aTopicMissingAtTheStartIsNamed() {
        bench.identity.failure = new UnknownTopicOrPartitionException("no such topic");
        bench.consumers.add(() -> holding("a", 1));

        TopicTable<String, Integer> started = bench.start(TableRule.always((_, last) -> last));

        await().until(() -> health(started).getStatus().equals(Status.OUT_OF_SERVICE)
                && detail(started).contains("no such topic"));
    }
}
