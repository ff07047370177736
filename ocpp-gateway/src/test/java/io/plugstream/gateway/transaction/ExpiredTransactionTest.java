package io.plugstream.gateway.transaction;

import static io.plugstream.gateway.publish.FakeKafka.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.gateway.publish.FakeKafka;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.publish.Publications;
import io.plugstream.gateway.transaction.KillableJournal.PublishedEvent;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.transaction.ChargerTransactions;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.ChargerTransactions.Stop;
import io.plugstream.model.transaction.Publisher;
import io.plugstream.model.transaction.StationTransaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stop is remembered for a day, whether or not the charger's record was written since. */
class ExpiredTransactionTest {

    private static final Instant LONG_AGO = NOW.minus(Duration.ofHours(25));
    private static final UUID STOP = new UUID(1, 2);
    private static final int ID = 7;

    /** Its run is gone, and so is its event. */
    private static final Publisher GONE = new Publisher(new UUID(0, 2), 1L);

    private final FakeKafka kafka = FakeKafka.open(Duration.ofSeconds(30));
    private final Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
    private final Publications publications = kafka.publications(clock);
    private final ChargerStream stream = kafka.stream(clock, "ocpp1.6");

    @BeforeEach
    void storeBeat() {
        publications.beatStored();
    }

    @AfterEach
    void close() {
        kafka.close();
    }

    /** The log no longer shows whether it is published. */
    @Test
    void aRepeatedStopIsOnlyRecorded() throws Exception {
        FollowedRecords records = records(left(entry(new Stop(NOW.minus(Duration.ofDays(7)), STOP, GONE))));

        answered(tracker(records));

        assertThat(stops()).singleElement().matches(EventRecord::recordOnly);
        answered(tracker(records));
        assertThat(stops()).as("the second repetition").hasSize(1);
    }

    /** The gateway died before it published the stop. */
    @Test
    void aStopThatNobodyPublishedIsPublishedLater() throws Exception {
        answered(tracker(records(left(entry(new Stop(LONG_AGO, STOP, GONE))))));

        assertThat(stops()).singleElement().matches(event -> !event.recordOnly());
    }

    @Test
    void aTransactionThatRunsForDaysIsNotForgotten() throws Exception {
        answered(tracker(records(left(entry(null)))));

        assertThat(stops()).singleElement().matches(event -> !event.recordOnly());
    }

    /** Its event has left the log, and the beats of the run that published it are forgotten. */
    @Test
    void theStartOfATransactionThatRunsForMoreThanAWeekIsNotRepeated() throws Exception {
        Instant begin = NOW.minus(Duration.ofDays(9));
        StationEvent started = event("station's own", StationEvent.Type.STARTED, 0);
        StationTransaction running = StationTransactionRules.after(
                StationTransactionRules.unknown(ID, started.stationId(), begin), started, false, begin);
        Entry entry = new Entry(ID, 1, "TAG", 1500, begin, new UUID(1, 1), begin, null, GONE);
        FollowedRecords records = records(new ChargerTransactions(1, List.of(entry), List.of(), List.of(running)));

        answered(() -> stationTracker(records).handle(event(StationEvent.Type.UPDATED, 900)));
        answered(() -> tracker(records).start(new TransactionStart(1, "TAG", 1500, begin)));

        assertThat(kafka.sent(Topics.TRANSACTION_EVENTS))
                .extracting(EventRecord::data)
                .doesNotHaveAnyElementsOfTypes(TransactionStarted.class);
    }

    @Test
    void aRepeatedEndOfAStationHasNoEffect() throws Exception {
        KillableJournal journal = new KillableJournal(new Random(1));
        journal.kills = false;
        StationTracker tracker = new StationTracker(journal);
        tracker.handle(event(StationEvent.Type.STARTED, 0));
        tracker.handle(event(StationEvent.Type.ENDED, 1));
        int notes = journal.notes;

        journal.now = journal.now.plus(Duration.ofHours(25));
        tracker.handle(event(StationEvent.Type.ENDED, 1));
        new StationTracker(journal).handle(event(StationEvent.Type.ENDED, 1));
        assertThat(journal.events).extracting(PublishedEvent::name).containsExactly("started", "stopped");
        assertThat(journal.notes).as("a note would forget what is expired").isEqualTo(notes);

        journal.now = journal.now.plus(Duration.ofDays(6));
        tracker.handle(event(StationEvent.Type.ENDED, 1));
        assertThat(journal.events)
                .as("the log no longer shows whether it is published")
                .extracting(PublishedEvent::name)
                .containsExactly("started", "stopped", "orphaned");
    }

    @Test
    void aRepeatedEndWithoutABeginIsTheSameOrphan() throws Exception {
        KillableJournal journal = new KillableJournal(new Random(1));
        journal.kills = false;
        new StationTracker(journal).handle(event(StationEvent.Type.ENDED, 1));

        journal.now = journal.now.plus(Duration.ofHours(25));
        new StationTracker(journal).handle(event(StationEvent.Type.ENDED, 1));

        assertThat(journal.events).containsExactly(new PublishedEvent("orphaned", 1));
    }

    /** The gateway died between the note of the stop and its event. The station repeats the end a day later. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStationsStopThatNobodyPublishedIsPublishedLater(boolean othersFirst) throws Exception {
        int lost = 0;
        for (int seed = 0; seed < 200; seed++) {
            KillableJournal journal = new KillableJournal(new Random(seed));
            journal.kills = false;
            int id = new StationTracker(journal)
                    .handle(event(StationEvent.Type.STARTED, 0))
                    .transactionId();
            journal.kills = true;
            try {
                new StationTracker(journal).handle(event(StationEvent.Type.ENDED, 1));
            } catch (NotAcknowledgedException e) {
                // Killed.
            }
            journal.kills = false;
            lost += journal.isStopNoted() && journal.events.size() == 1 ? 1 : 0;

            journal.now = journal.now.plus(Duration.ofHours(25));
            if (othersFirst) {
                new StationTracker(journal).handle(event("another", StationEvent.Type.STARTED, 0));
            }
            new StationTracker(journal).handle(event(StationEvent.Type.ENDED, 1));

            assertThat(journal.events)
                    .as("seed %s", seed)
                    .containsOnlyOnce(new PublishedEvent("stopped", id))
                    .extracting(PublishedEvent::name)
                    .doesNotContain("orphaned");
        }
        assertThat(lost).isPositive();
    }

    /** The gateway died before it published the stop. */
    @Test
    void anEndThatNobodyPublishedIsNotForgotten() throws Exception {
        KillableJournal journal = new KillableJournal(new Random(1));
        journal.kills = false;
        StationTracker tracker = new StationTracker(journal);
        StationTransaction running = tracker.handle(event(StationEvent.Type.STARTED, 0));
        StationEvent end = event(StationEvent.Type.ENDED, 1);
        assertThat(journal.note(StationTransactionRules.after(running, end, false, journal.now())))
                .isTrue();

        journal.now = journal.now.plus(Duration.ofHours(25));
        tracker.handle(event("another", StationEvent.Type.STARTED, 0));
        tracker.handle(end);

        assertThat(journal.events)
                .containsOnlyOnce(new PublishedEvent("stopped", running.transactionId()))
                .extracting(PublishedEvent::name)
                .doesNotContain("orphaned");
    }

    private static StationEvent event(StationEvent.Type type, int seqNo) {
        return event("station's own", type, seqNo);
    }

    private static StationEvent event(String stationId, StationEvent.Type type, int seqNo) {
        return new StationEvent(
                type,
                stationId,
                seqNo,
                StationTrackerTest.NOON.plusSeconds(seqNo),
                "Trigger",
                1,
                "TAG",
                null,
                null,
                null,
                NormalisedValues.NONE);
    }

    private static ChargerTransactions left(Entry entry) {
        return new ChargerTransactions(1, List.of(entry), List.of());
    }

    private static Entry entry(@Nullable Stop stop) {
        Instant start = LONG_AGO.minus(Duration.ofHours(1));
        return new Entry(ID, 1, "TAG", 1500, start, new UUID(1, 1), start, stop, Publisher.PUBLISHED);
    }

    private FollowedRecords records(ChargerTransactions left) {
        return new FollowedRecords(kafka, left);
    }

    @SuppressWarnings("NullAway") // neither ids nor meters are needed
    private TransactionLedger ledger(FollowedRecords records) {
        return new TransactionLedger(new TransactionTrackers(records, publications, null, null, null), stream);
    }

    @SuppressWarnings("NullAway") // meters are not needed
    private TransactionTracker tracker(FollowedRecords records) {
        return new TransactionTracker(ledger(records), stream, null);
    }

    @SuppressWarnings("NullAway") // meters are not needed
    private StationTracker stationTracker(FollowedRecords records) {
        return new StationTracker(new KafkaStationJournal(ledger(records), stream, null));
    }

    private void answered(TransactionTracker tracker) throws Exception {
        answered(() -> {
            tracker.stop(new TransactionStop(ID, "TAG", null, 2000, LONG_AGO, "Local", NormalisedValues.NONE));
            return true;
        });
    }

    private <T> void answered(Callable<T> message) throws Exception {
        FutureTask<T> task = new FutureTask<>(message);
        Thread.ofVirtual().start(task);
        await().pollInterval(Duration.ofMillis(5)).until(() -> {
            var _ = kafka.producer.completeNext();
            kafka.partition.addAll(kafka.sent(Topics.TRANSACTION_EVENTS)
                    .skip(kafka.partition.size())
                    .toList());
            return task.isDone();
        });
        assertThat(task.get()).isNotNull();
    }

    private List<EventRecord> stops() {
        return kafka.sent(Topics.TRANSACTION_EVENTS)
                .filter(event -> event.data() instanceof TransactionStopped)
                .toList();
    }
}
