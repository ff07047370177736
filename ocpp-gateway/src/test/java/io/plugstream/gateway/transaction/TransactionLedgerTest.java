package io.plugstream.gateway.transaction;

import static io.plugstream.gateway.publish.FakeKafka.CHARGER;
import static io.plugstream.gateway.publish.FakeKafka.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.plugstream.gateway.publish.FakeKafka;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.publish.Publications;
import io.plugstream.gateway.transaction.TransactionLedger.NotedPublication;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.transaction.ChargerTransactions;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.Publisher;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A gateway takes over the start of a run that died after its note. */
class TransactionLedgerTest {

    private static final UUID EVENT = new UUID(1, 1);
    private static final Duration OFTEN = Duration.ofMillis(5);

    /** What the dead run left. */
    private static final ChargerTransactions LEFT = new ChargerTransactions(
            1,
            List.of(new Entry(7, 1, "TAG", 1500, NOW, EVENT, NOW, null, new Publisher(new UUID(0, 2), 1L))),
            List.of());

    private final FakeKafka kafka = FakeKafka.open();
    private final Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
    private final Publications publications = kafka.publications(clock);
    private final FollowedRecords records = new FollowedRecords(kafka, LEFT);

    @SuppressWarnings("NullAway") // neither ids nor meters are needed
    private final TransactionTrackers trackers = new TransactionTrackers(records, publications, null, null, null);

    @BeforeEach
    void storeBeat() {
        publications.beatStored();
        // The search for the dead run's event reads up to its own mark, the first record.
        kafka.partition.add(started(new UUID(9, 9)));
    }

    @AfterEach
    void close() {
        kafka.close();
    }

    @Test
    void anEventWhoseNoteIsLateIsSentOnce() throws Exception {
        TransactionLedger ledger = ledger();
        assertThatThrownBy(() -> publish(ledger)).isInstanceOf(NotAcknowledgedException.class);
        FutureTask<Entry> repeated = inParallel(() -> publish(ledger));
        awaitNotes(2);

        awaitAnswer(repeated);

        assertPublishedOnce();
    }

    /** A station may have two connections until the former one ends. */
    @Test
    void anEventThatTwoConnectionsTakeOverIsSentOnce() throws Exception {
        FutureTask<Entry> first = inParallel(() -> publish(ledger()));
        awaitNotes(1);
        FutureTask<Entry> second = inParallel(() -> publish(ledger()));
        awaitNotes(2);

        awaitAnswer(second);
        awaitAnswer(first);

        assertPublishedOnce();
    }

    /** The append failed, but the log has the note, and the charger does not return. */
    @Test
    void theEventOfANoteOfUnknownFateIsPublishedOnceTheLogHasIt() throws Exception {
        failNote();
        publications.finish();
        assertThat(kafka.sent(Topics.TRANSACTION_EVENTS)).isEmpty();

        records.end.set(1);

        await().pollInterval(OFTEN).until(() -> {
            publications.finish();
            while (kafka.producer.completeNext()) {
                // There may be another one.
            }
            return publications.progress().unpublished().isEmpty();
        });
        assertPublishedOnce();
    }

    @Test
    void aNoteOfUnknownFateIsForgottenOnceAnotherHasItsPlace() throws Exception {
        failNote();

        records.left = new ChargerTransactions(2, List.of(), List.of());
        publications.finish();

        assertThat(publications.progress()).isEqualTo(new Publications.Progress(1, List.of()));
        assertThat(kafka.sent(Topics.TRANSACTION_EVENTS)).isEmpty();
    }

    private void failNote() {
        TransactionLedger ledger = ledger();
        assertThatThrownBy(() -> publish(ledger)).isInstanceOf(NotAcknowledgedException.class);
        var _ = kafka.producer.errorNext(new OutOfOrderSequenceException("nobody knows"));
    }

    private void awaitNotes(int number) {
        await().pollInterval(OFTEN)
                .until(() -> kafka.sent(Topics.OPEN_TRANSACTIONS).count() == number);
    }

    /** Acknowledges everything, like a broker that resumes; the charger repeats its message until it is answered. */
    private void awaitAnswer(FutureTask<Entry> first) throws Exception {
        FutureTask<?>[] attempt = {first};
        await().pollInterval(OFTEN).until(() -> {
            while (kafka.producer.completeNext()) {
                // There may be another one.
            }
            if (attempt[0].isDone() && attempt[0].state() == FutureTask.State.FAILED) {
                attempt[0] = inParallel(() -> publish(ledger()));
            }
            return attempt[0].state() == FutureTask.State.SUCCESS;
        });
    }

    private void assertPublishedOnce() {
        assertThat(kafka.sent(Topics.TRANSACTION_EVENTS)
                        .filter(record -> record.eventId().equals(EVENT)))
                .hasSize(1);
        assertThat(publications.progress().unpublished()).isEmpty();
        assertThat(records.load(CHARGER).entries()).hasSize(1);
    }

    private static <T> FutureTask<T> inParallel(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread.ofVirtual().start(task);
        return task;
    }

    private static Entry publish(TransactionLedger ledger) throws NotAcknowledgedException {
        return TransactionLedger.untilTaken(() -> {
            Entry entry = ledger.known().entries().getFirst();
            NotedPublication noted = new NotedPublication(
                    new NotedEvent(EVENT, entry.publisher()),
                    NOW,
                    () -> List.of(started(EVENT)),
                    by -> ledger.present().with(entry.publishedBy(by), NOW));
            return ledger.publish(noted) ? Optional.of(entry) : Optional.empty();
        });
    }

    private static EventRecord started(UUID eventId) {
        return new EventRecord(
                eventId,
                CHARGER.organisationId(),
                Mode.LIVE,
                CHARGER.chargeBoxId(),
                NOW,
                NOW,
                new UUID(0, 4),
                1,
                "ocpp1.6",
                false,
                new TransactionStarted(7, CHARGER.chargeBoxId(), 1, "TAG", 1500));
    }

    private TransactionLedger ledger() {
        return new TransactionLedger(trackers, kafka.stream(clock, "ocpp1.6"));
    }
}
