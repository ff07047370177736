package io.plugstream.gateway.publish;

import static io.plugstream.gateway.publish.FakeKafka.CHARGER;
import static io.plugstream.gateway.publish.FakeKafka.NOW;
import static io.plugstream.gateway.publish.FakeKafka.updated;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.plugstream.gateway.publish.Note.Fate;
import io.plugstream.model.transaction.Publisher;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PublicationsTest {

    private static final UUID EVENT = new UUID(1, 1);
    private static final UUID HERE = new UUID(0, 1);
    private static final UUID ELSEWHERE = new UUID(0, 2);

    private final FakeKafka kafka = FakeKafka.open();
    private final Others others = new Others();
    private Instant now = NOW;
    private Publications publications = new Publications(
            kafka.log, kafka.search, kafka.boundedWait, new GatewayRun(HERE), others, FakeKafka.QUICK, clock());

    /** What is known of the other gateways. */
    private static final class Others implements Runs {

        private final Set<Publisher> published = new HashSet<>();
        private boolean gone;

        @Override
        public boolean hasPublished(UUID run, long number) {
            return published.contains(new Publisher(run, number));
        }

        @Override
        public boolean isGone(UUID run) {
            return gone;
        }
    }

    private Clock clock() {
        InstantSource source = () -> now;
        return source.withZone(ZoneOffset.UTC);
    }

    @BeforeEach
    void storeBeat() {
        publications.beatStored();
    }

    @AfterEach
    void close() {
        kafka.close();
    }

    @Test
    void aRepeatedRequestJoinsThePublicationUnderWay() throws Exception {
        Publisher publisher = reserve(Fate.COUNTS, null);
        assertLate();
        assertLate();
        publications.finish();
        assertThat(publications.isPublished(EVENT, publisher)).isFalse();
        assertThat(kafka.overdue.size()).isEqualTo(1);

        var _ = kafka.producer.completeNext();

        publications.publishReserved(EVENT);
        publications.finish();
        publications.publishReserved(EVENT);
        assertThat(publications.isPublished(EVENT, publisher)).isTrue();
        assertThat(kafka.sent()).containsExactly(EVENT);
        assertThat(kafka.scans).hasValue(0);
        assertThat(kafka.overdue.size()).isZero();
    }

    @Test
    void anEventThatTheProducerDidNotAcceptIsSentAgainWithoutASearch() throws Exception {
        Publisher publisher = reserve(Fate.COUNTS, null);
        kafka.producer.sendException = new TimeoutException("no room");
        assertThatThrownBy(() -> publications.publishReserved(EVENT)).isInstanceOf(NotAcknowledgedException.class);
        assertThat(publications.isPublished(EVENT, publisher)).isFalse();

        kafka.producer.sendException = null;
        assertLate();
        var _ = kafka.producer.completeNext();

        publications.publishReserved(EVENT);
        assertThat(kafka.sent()).containsExactly(EVENT);
        assertThat(kafka.scans).hasValue(0);
    }

    @Test
    void anEventOfUncertainFateIsSearchedBeforeItIsSentAgain() throws Exception {
        var _ = reserve(Fate.COUNTS, null);
        assertLate();
        var _ = kafka.producer.errorNext(new OutOfOrderSequenceException("nobody knows"));
        kafka.partition.add(updated(EVENT));

        awaitPublished();

        assertThat(kafka.sent()).containsExactly(EVENT);
        assertThat(kafka.scans).hasValue(1);
    }

    @Test
    void anEventOfUncertainFateIsSentAgainIfItIsNotFound() throws Exception {
        var _ = reserve(Fate.COUNTS, null);
        assertLate();
        var _ = kafka.producer.errorNext(new OutOfOrderSequenceException("nobody knows"));
        kafka.partition.add(updated(new UUID(5, 5)));
        kafka.partition.add(updated(new UUID(6, 6)));
        assertLate();
        await().until(() -> kafka.producer.history().size() == 2);
        // The mark at the end of the search, then the event.
        var _ = kafka.producer.completeNext();
        await().until(() -> kafka.producer.history().size() == 3);
        var _ = kafka.producer.completeNext();

        awaitPublished();
        assertThat(kafka.sent()).first().isEqualTo(EVENT);
        assertThat(kafka.sent()).last().isEqualTo(EVENT);
        assertThat(kafka.sent()).hasSize(3);
    }

    @Test
    void aReservedEventIsPublishedWithoutARetry() throws Exception {
        Publisher publisher = reserve(Fate.COUNTS, null);

        publications.finish();

        await().until(() -> kafka.producer.completeNext());
        await().until(() -> publications.isPublished(EVENT, publisher));
        assertThat(kafka.sent()).containsExactly(EVENT);
    }

    @Test
    void anOpenNoteIsKeptAndAVoidOneForgotten() throws Exception {
        Fate[] fate = {Fate.OPEN};
        var _ = publications.reserve(EVENT, publications.of(CHARGER, List.of(updated(EVENT)), null), () -> fate[0]);
        publications.finish();
        assertThat(publications.progress()).isEqualTo(new Publications.Progress(1, List.of(1L)));

        fate[0] = Fate.VOID;
        publications.finish();

        assertThat(publications.progress()).isEqualTo(new Publications.Progress(1, List.of()));
        assertThat(kafka.sent()).isEmpty();
    }

    /** Which of two notes of this run counts is unknown until both are in the log. */
    @Test
    void anEventIsUnpublishedUnderEachNumberThatItHas() throws Exception {
        Publisher first = reserve(Fate.OPEN, NOW);
        Publisher second = reserve(Fate.VOID, NOW);
        publications.finish();
        assertThat(publications.progress()).isEqualTo(new Publications.Progress(2, List.of(1L, 2L)));

        publications.cancel(EVENT, second);

        assertThat(publications.isPublished(EVENT, first)).isFalse();
        assertThat(publications.progress()).isEqualTo(new Publications.Progress(2, List.of(1L)));
    }

    @Test
    void reportsItsProgress() throws Exception {
        for (int note = 1; note <= 3; note++) {
            UUID event = new UUID(2, note);
            var _ = publications.reserve(
                    event, publications.of(CHARGER, List.of(updated(event)), null), () -> Fate.COUNTS);
        }
        publications.cancel(new UUID(2, 2), new Publisher(HERE, 2L));
        assertThat(publications.progress()).isEqualTo(new Publications.Progress(3, List.of(1L, 3L)));

        for (int note = 4; note <= Publications.MOST_LISTED + 4; note++) {
            UUID event = new UUID(2, note);
            var _ = publications.reserve(
                    event, publications.of(CHARGER, List.of(updated(event)), null), () -> Fate.COUNTS);
        }
        Publications.Progress progress = publications.progress();
        assertThat(progress.unpublished()).hasSize(Publications.MOST_LISTED).startsWith(1L, 3L, 4L);
        assertThat(progress.unpublished()).allMatch(number -> number <= progress.number());
    }

    @Test
    void noEventIsReservedBeforeTheFirstBeat() {
        publications = new Publications(
                kafka.log, kafka.search, kafka.boundedWait, new GatewayRun(HERE), others, FakeKafka.QUICK, clock());

        assertThatThrownBy(() -> reserve(Fate.COUNTS, null)).isInstanceOf(NotAcknowledgedException.class);
    }

    @Test
    void anEventThatAnotherRunReportsAsPublishedNeedsNoSearch() {
        Publisher other = new Publisher(ELSEWHERE, 3L);
        others.published.add(other);

        assertThat(publications.isPublished(EVENT, other)).isTrue();
        assertThat(publications.isPublished(EVENT, new Publisher(ELSEWHERE, 4L)))
                .isFalse();
        assertThat(publications.isPublished(EVENT, Publisher.PUBLISHED)).isTrue();
        assertThat(publications.isPublished(EVENT, null)).isFalse();
        assertThat(kafka.scans).hasValue(0);
    }

    @Test
    void anEventThatALiveRunIsPublishingIsNotTakenOver() throws Exception {
        Publisher other = new Publisher(ELSEWHERE, 3L);
        assertThatThrownBy(() -> publications.isPublishedElsewhere(CHARGER, EVENT, other, NOW))
                .isInstanceOf(NotAcknowledgedException.class);

        kafka.partition.add(updated(EVENT));
        await().until(() -> isPublishedElsewhere(other));
        assertThat(kafka.sent()).isEmpty();
    }

    @Test
    void anEventWithoutALivePublisherIsTakenOver() throws Exception {
        others.gone = true;
        assertThat(publications.isPublishedElsewhere(CHARGER, EVENT, new Publisher(ELSEWHERE, 3L), NOW))
                .isFalse();
        assertThat(publications.isPublishedElsewhere(CHARGER, EVENT, null, NOW)).isFalse();

        others.gone = false;
        now = NOW.plus(FakeKafka.QUICK.takeoverAfter()).plusSeconds(1);
        assertThat(publications.isPublishedElsewhere(CHARGER, EVENT, new Publisher(ELSEWHERE, 3L), NOW))
                .isFalse();
    }

    @Test
    void anEventThatIsTakenOverIsPublishedOnlyIfASearchDoesNotFindIt() throws Exception {
        kafka.partition.add(updated(EVENT));
        var _ = reserve(Fate.COUNTS, NOW);

        awaitPublished();

        assertThat(kafka.sent()).isEmpty();
    }

    /** Another run took it over, published it and died, before this run forgot its own attempt. */
    @Test
    void anEventThatIsTakenBackIsPublishedOnlyIfASearchDoesNotFindIt() throws Exception {
        var _ = reserve(Fate.VOID, null);
        kafka.partition.add(updated(EVENT));
        var _ = reserve(Fate.COUNTS, NOW);

        awaitPublished();

        assertThat(kafka.sent()).isEmpty();
    }

    private boolean isPublishedElsewhere(Publisher other) {
        try {
            return publications.isPublishedElsewhere(CHARGER, EVENT, other, NOW);
        } catch (NotAcknowledgedException _) {
            return false;
        }
    }

    private Publisher reserve(Fate fate, @Nullable Instant attempted) throws NotAcknowledgedException {
        return publications.reserve(EVENT, publications.of(CHARGER, List.of(updated(EVENT)), attempted), () -> fate);
    }

    /** Like a charger that repeats its message until it is answered. */
    private void awaitPublished() {
        await().until(() -> {
            try {
                publications.publishReserved(EVENT);
                return true;
            } catch (NotAcknowledgedException _) {
                return false;
            }
        });
    }

    private void assertLate() {
        assertThatThrownBy(() -> publications.publishReserved(EVENT)).isInstanceOf(NotAcknowledgedException.class);
    }
}
