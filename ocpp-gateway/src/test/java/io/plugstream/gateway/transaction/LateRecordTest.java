package io.plugstream.gateway.transaction;

import static io.plugstream.gateway.publish.FakeKafka.CHARGER;
import static io.plugstream.gateway.publish.FakeKafka.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.gateway.publish.FakeKafka;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.publish.Publications;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.transaction.ChargerTransactions;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Compaction keeps a charger's last record, so one that does not count must not stay the last. */
class LateRecordTest {

    /** No busy machine takes longer to acknowledge. */
    private static final Duration BUSY = Duration.ofSeconds(30);

    private static final ChargerTransactions STORED =
            KnownTransactions.NONE.with(entry(7), NOW).toStore();

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private FakeKafka kafka;
    private Publications publications;
    private FollowedRecords records;
    private KnownTransactions known;

    @BeforeEach
    void open() {
        open(FakeKafka.open());
    }

    private void open(FakeKafka broker) {
        kafka = broker;
        publications = kafka.publications(Clock.fixed(NOW, ZoneOffset.UTC));
        records = new FollowedRecords(kafka, STORED, meters);
        known = records.load(CHARGER);
    }

    @AfterEach
    void close() {
        kafka.close();
    }

    @Test
    void theRecordThatCountsFollowsALateOne() {
        storeLate(known.with(entry(8), NOW));
        records.left = known.with(entry(9), NOW).toStore();

        records.work();
        assertThat(sent()).as("nobody knows yet").hasSize(1);
        records.land();
        records.work();

        assertThat(sent().getLast().revision()).isEqualTo(3);
        assertThat(sent().getLast().transactions()).isEqualTo(records.left.transactions());
        assertNothingMoreIsSent();
    }

    @Test
    void theRecordThatCountsFollowsALateOneOnceThatIsRead() {
        storeLate(known.with(entry(8), NOW));
        records.left = known.with(entry(9), NOW).toStore();
        assertThat(kafka.producer.completeNext()).isTrue();

        records.work();
        assertThat(sent()).hasSize(1);

        records.end.set(1);
        records.work();
        assertThat(sent()).hasSize(2);
    }

    @Test
    void aLateRecordThatCountsIsLeftAlone() {
        storeLate(known.with(entry(8), NOW));
        records.land();

        assertNothingMoreIsSent();
    }

    @Test
    void manyLateRecordsCostOneMore() {
        for (int id = 10; id < 15; id++) {
            storeLate(known.with(entry(id), NOW));
        }
        records.land();
        records.work();

        assertThat(sent()).hasSize(6);
        assertThat(sent().getLast().transactions()).isEqualTo(sent().getFirst().transactions());
        assertNothingMoreIsSent();
    }

    /** It is in the log after all, and the repeated record does not count. */
    @Test
    void theRecordThatCountsFollowsOneOfUnknownFate() {
        storeLate(known.with(entry(8), NOW));
        var _ = kafka.producer.errorNext(new OutOfOrderSequenceException("nobody knows"));

        records.work();
        assertThat(sent().getLast().transactions()).isEqualTo(STORED.transactions());
        records.land();
        records.work();

        assertThat(sent().getLast().revision()).isEqualTo(3);
        assertThat(sent().getLast().transactions()).isEqualTo(sent().getFirst().transactions());
        assertNothingMoreIsSent();
    }

    /** Only this gateway wants to forget something, while another one notes a start. */
    @Test
    void aReplacementDoesNotRemoveWhatAnotherGatewayWroteBefore() {
        records.replace(CHARGER, known, known.repeated());
        records.replace(CHARGER, known, known.repeated());
        assertThat(sent()).as("one at a time").hasSize(1);
        records.left = known.with(entry(9), NOW).toStore();
        records.land();
        records.work();

        assertThat(sent().getLast().revision()).isEqualTo(3);
        assertThat(sent().getLast().transactions()).isEqualTo(records.left.transactions());
        assertNothingMoreIsSent();
    }

    @Test
    void aReplacementIsWrittenOnce() {
        records.replace(CHARGER, known, known.repeated());
        records.land();

        assertNothingMoreIsSent();
        assertThat(sent()).hasSize(1);
    }

    @Test
    void aDeletedChargerGetsNoRecord() {
        storeLate(known.with(entry(8), NOW));
        records.deleted = true;
        records.land();

        assertNothingMoreIsSent();
    }

    @Test
    void aRepeatedRecordThatDoesNotCountIsFollowedToo() {
        storeLate(known.with(entry(8), NOW));
        KnownTransactions other = known.with(entry(9), NOW);
        records.left = other.toStore();
        records.land();
        records.work();
        records.left = other.with(entry(10), NOW).with(entry(11), NOW).toStore();
        records.land();
        records.work();

        assertThat(sent().getLast().revision()).isEqualTo(5);
        assertThat(sent().getLast().transactions()).isEqualTo(records.left.transactions());
        assertNothingMoreIsSent();
    }

    /** The other gateway wrote twice before this record. */
    @Test
    void theRecordThatCountsFollowsOneWithAnOldRevision() throws Exception {
        open(FakeKafka.open(BUSY));
        records.left = known.with(entry(9), NOW).with(entry(10), NOW).toStore();

        KnownTransactions stored = store(known.with(entry(8), NOW));

        assertThat(stored.entries()).isEqualTo(records.left.transactions());
        assertThat(sent().getLast().revision()).isEqualTo(4);
        assertThat(sent().getLast().transactions()).isEqualTo(records.left.transactions());
        assertNothingMoreIsSent();
    }

    @Test
    void aRefusedRecordIsSentAgain() {
        storeLate(known.with(entry(8), NOW));
        records.left = known.with(entry(9), NOW).toStore();
        records.land();
        kafka.producer.sendException = new KafkaException("no room");
        records.work();
        assertThat(sent()).hasSize(1);

        kafka.producer.sendException = null;
        records.work();

        assertThat(sent().getLast().transactions()).isEqualTo(records.left.transactions());
        assertNothingMoreIsSent();
    }

    @Test
    void aRecordThatIsRefusedWhileItsWriterWaitsIsSentAgain() {
        open(FakeKafka.open(BUSY));
        records.left = known.with(entry(9), NOW).with(entry(10), NOW).toStore();
        FutureTask<KnownTransactions> task =
                new FutureTask<>(() -> records.store(CHARGER, known, known.with(entry(8), NOW), note()));
        Thread.ofVirtual().start(task);
        await().pollInterval(Duration.ofMillis(5)).until(() -> sent().size() == 1);
        kafka.producer.sendException = new KafkaException("no room");
        records.land();
        await().pollInterval(Duration.ofMillis(5)).until(task::isDone);
        assertThatThrownBy(task::get).hasRootCauseInstanceOf(KafkaException.class);

        kafka.producer.sendException = null;
        records.work();

        assertThat(sent().getLast().revision()).isEqualTo(4);
        assertThat(sent().getLast().transactions()).isEqualTo(records.left.transactions());
        assertNothingMoreIsSent();
    }

    @Test
    void whatIsGivenUpIsCountedOnceItIsLost() throws Exception {
        open(FakeKafka.open(BUSY));
        KnownTransactions other = known.with(entry(9), NOW);
        records.left = other.toStore();

        var _ = store(known.with(entry(8), NOW).without(Set.of(7)));
        assertThat(givenUp()).as("another record counts").isZero();

        KnownTransactions present = records.load(CHARGER);
        var _ = store(present, present.with(entry(8), NOW).without(Set.of(7)));
        assertThat(givenUp()).isOne();
    }

    @Test
    void whatALateRecordGivesUpIsCounted() {
        storeLate(known.with(entry(8), NOW).without(Set.of(7)));
        assertThat(givenUp()).isZero();

        records.land();
        records.work();
        records.work();

        assertThat(givenUp()).isOne();
    }

    private double givenUp() {
        return meters.get("plugstream.gateway.transactions.given.up")
                .tag("kind", "transaction")
                .counter()
                .count();
    }

    private void assertNothingMoreIsSent() {
        int before = sent().size();
        records.work();
        records.land();
        records.work();
        assertThat(sent()).hasSize(before);
    }

    private void storeLate(KnownTransactions changed) {
        assertThatThrownBy(() -> records.store(CHARGER, known, changed, note()))
                .isInstanceOf(NotAcknowledgedException.class);
    }

    private KnownTransactions store(KnownTransactions changed) throws Exception {
        return store(known, changed);
    }

    private KnownTransactions store(KnownTransactions former, KnownTransactions changed) throws Exception {
        FutureTask<KnownTransactions> task = new FutureTask<>(() -> records.store(CHARGER, former, changed, note()));
        Thread.ofVirtual().start(task);
        await().pollInterval(Duration.ofMillis(5)).until(() -> {
            var _ = kafka.producer.completeNext();
            return task.isDone();
        });
        return task.get();
    }

    private TransactionNote note() {
        return new TransactionNote(records, publications, CHARGER, new UUID(1, 1));
    }

    private List<ChargerTransactions> sent() {
        return kafka.sent(Topics.OPEN_TRANSACTIONS).toList();
    }

    private static Entry entry(int id) {
        return new Entry(id, 1, "TAG", 1500, NOW, new UUID(0, id), NOW.plusMillis(id), null, null);
    }
}
