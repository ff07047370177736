package io.plugstream.gateway.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.event.MeterValue;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random histories of a transaction, sent out of order, repeated and with gaps, to gateways that may be killed at any
 * time. The model only counts. {@code plugstream.histories} is the number of histories.
 */
class StationTrackerTest {

    private static final int HISTORIES = Integer.getInteger("plugstream.histories", 20_000);
    static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
    private static final String REGISTER = "Energy.Active.Import.Register";

    @Test
    void everyHistoryIsPublishedCompletelyAndOnce() throws NotAcknowledgedException {
        Set<String> outcomes = new HashSet<>();
        for (int seed = 0; seed < HISTORIES; seed++) {
            outcomes.add(play(seed));
        }
        assertThat(outcomes).contains("published", "published, ended", "silent", "silent, ended", "orphaned");
    }

    /** The log contains the reading, and the number of a session's records does not grow. */
    @Test
    void anOrdinaryReadingIsNotNoted() throws NotAcknowledgedException {
        KillableJournal journal = new KillableJournal(new Random(1));
        journal.kills = false;
        StationTracker tracker = new StationTracker(journal);
        tracker.handle(event(StationEvent.Type.STARTED, 0, 1, "TAG", 1000, "Transaction.Begin"));
        tracker.handle(event(StationEvent.Type.UPDATED, 1, null, null, 1001, "Sample.Periodic"));
        int before = journal.notes;
        for (int i = 2; i < 100; i++) {
            tracker.handle(event(StationEvent.Type.UPDATED, i, null, null, 1000 + i, "Sample.Periodic"));
        }
        assertThat(journal.notes).isEqualTo(before);
        assertThat(journal.updates).hasSize(99);

        tracker.handle(event(StationEvent.Type.ENDED, 100, null, null, 1100, null));

        assertThat(journal.meterStop).isEqualTo(1099);
        assertThat(journal.searches).isZero();
    }

    @Test
    void anEndWithoutAMeterReadingIsFoundInTheLogOfAFormerConnection() throws NotAcknowledgedException {
        KillableJournal journal = new KillableJournal(new Random(1));
        journal.kills = false;
        StationTracker former = new StationTracker(journal);
        former.handle(event(StationEvent.Type.STARTED, 0, 1, "TAG", 1000, "Transaction.Begin"));
        former.handle(event(StationEvent.Type.UPDATED, 1, null, null, 1001, "Sample.Periodic"));
        former.handle(event(StationEvent.Type.UPDATED, 2, null, null, 1002, "Sample.Periodic"));

        new StationTracker(journal).handle(event(StationEvent.Type.ENDED, 3, null, null, 1003, null));

        assertThat(journal.meterStop).isEqualTo(1002);
        assertThat(journal.searches).isOne();
    }

    @Test
    void readingsThatOvertakeTheBeginBecomeEventsToo() throws NotAcknowledgedException {
        KillableJournal journal = new KillableJournal(new Random(1));
        journal.kills = false;
        StationTracker tracker = new StationTracker(journal);
        tracker.handle(event(StationEvent.Type.UPDATED, 1, null, null, 1001, "Sample.Periodic"));
        tracker.handle(event(StationEvent.Type.STARTED, 0, 1, "TAG", 1000, "Transaction.Begin"));

        assertThat(journal.events)
                .extracting(KillableJournal.PublishedEvent::name)
                .containsExactly("started", "updated");
    }

    /** @param context null for an event without a reading */
    private static StationEvent event(
            StationEvent.Type type,
            int seqNo,
            @Nullable Integer evseId,
            @Nullable String token,
            long register,
            @Nullable String context) {
        return new StationEvent(
                type,
                "station's own",
                seqNo,
                NOON.plusSeconds(seqNo),
                "Trigger",
                evseId,
                token,
                type == StationEvent.Type.ENDED ? null : "Charging",
                null,
                null,
                new NormalisedValues(
                        context == null ? List.of() : List.of(value(seqNo, REGISTER, register, context)), List.of()));
    }

    /** Plays one history and returns its result. */
    private static String play(int seed) throws NotAcknowledgedException {
        Random random = new Random(seed);
        KillableJournal journal = new KillableJournal(random);
        Model model = new Model();
        for (StationEvent event : delivered(random, session(random))) {
            model.arrives(event, journal.isStopNoted());
            journal.latest = model.latest;
            sendUntilAnswered(journal, event);
        }
        Duration away = random.nextInt(4) == 0 ? Duration.ofHours(30) : StationPublication.GAP_TIMEOUT;
        journal.now = journal.now.plus(away).plusSeconds(1);
        settleUntilDone(journal);
        journal.kills = false;
        new StationTracker(journal).settle();
        model.compare(seed, journal);
        return model.outcome();
    }

    /** The station repeats the event, possibly to another gateway, until it gets an answer. */
    private static void sendUntilAnswered(KillableJournal journal, StationEvent event) {
        StationTracker tracker = new StationTracker(journal);
        while (true) {
            try {
                tracker.handle(event);
                return;
            } catch (NotAcknowledgedException e) {
                tracker = new StationTracker(journal);
            }
        }
    }

    /** Each ping may reach another gateway. */
    private static void settleUntilDone(KillableJournal journal) {
        while (true) {
            try {
                new StationTracker(journal).settle();
                return;
            } catch (NotAcknowledgedException e) {
                journal.now = journal.now.plusSeconds(1);
            }
        }
    }

    /** What happens at the station, in order. */
    private static List<StationEvent> session(Random random) {
        List<StationEvent> events = new ArrayList<>();
        boolean authorised = random.nextInt(4) > 0;
        int plugged = random.nextInt(3);
        int authorisedAt = authorised ? random.nextInt(3) : -1;
        boolean charges = random.nextInt(3) > 0;
        int length = 3 + random.nextInt(5);
        long register = 1000;
        for (int i = 0; i < length; i++) {
            boolean last = i == length - 1;
            boolean stops = authorised && i == length - 2 && random.nextBoolean();
            StationEvent.Type type =
                    i == 0 ? StationEvent.Type.STARTED : last ? StationEvent.Type.ENDED : StationEvent.Type.UPDATED;
            String token = i == authorisedAt ? "TAG" : stops || (last && random.nextInt(3) == 0) ? "STOP" : null;
            boolean charging = charges && i == 3 && !last;
            register += charges && i > 3 ? 100 : 0;
            List<MeterValue> values = new ArrayList<>();
            if (random.nextInt(3) > 0) {
                String context = i == 0 ? "Transaction.Begin" : last ? "Transaction.End" : "Sample.Periodic";
                values.add(value(i, REGISTER, register, context));
                values.add(value(i, "Voltage", 230, context));
            }
            events.add(new StationEvent(
                    type,
                    "station's own",
                    i,
                    NOON.plusSeconds(i),
                    stops ? "StopAuthorized" : "Trigger",
                    i == plugged ? 1 : null,
                    token,
                    charging ? "Charging" : null,
                    last ? "EVDisconnected" : null,
                    null,
                    new NormalisedValues(values, List.of())));
        }
        return events;
    }

    private static MeterValue value(int second, String measurand, long value, String context) {
        return new MeterValue(
                NOON.plusSeconds(second),
                measurand,
                BigDecimal.valueOf(value),
                measurand.equals(REGISTER) ? "Wh" : "V",
                null,
                "Outlet",
                context);
    }

    /** Some events are lost or repeated, and they may arrive out of order. */
    private static List<StationEvent> delivered(Random random, List<StationEvent> events) {
        List<StationEvent> delivered = new ArrayList<>();
        boolean orderly = random.nextInt(3) == 0;
        for (StationEvent event : events) {
            if (orderly || random.nextInt(6) > 0) {
                delivered.add(event);
            }
            if (random.nextInt(5) == 0) {
                delivered.add(event);
            }
        }
        if (!orderly) {
            for (int swaps = random.nextInt(4); swaps > 0 && delivered.size() > 1; swaps--) {
                Collections.swap(delivered, random.nextInt(delivered.size()), random.nextInt(delivered.size()));
            }
        }
        return delivered;
    }

    /** The expected result of the events that arrived. */
    private static final class Model {

        private boolean begun;
        private boolean evse;
        private boolean token;
        private boolean charging;
        private boolean ended;
        private boolean orphan;
        private final List<Long> registers = new ArrayList<>();
        private long latest;
        private final Set<MeterValue> all = new HashSet<>();
        private final Set<MeterValue> published = new HashSet<>();

        void arrives(StationEvent event, boolean stopNoted) {
            begun |= event.type() == StationEvent.Type.STARTED;
            evse |= event.evseId() != null;
            token |= event.idToken() != null && !event.isStopAuthorised() && event.type() != StationEvent.Type.ENDED;
            charging |= event.chargingState() != null;
            ended |= event.type() == StationEvent.Type.ENDED;
            orphan |= event.type() == StationEvent.Type.ENDED && !begun;
            for (MeterValue value : event.values().numbers()) {
                all.add(value);
                if (value.measurand().equals(REGISTER)) {
                    registers.add(value.value().longValue());
                    latest = Math.max(latest, value.value().longValue());
                }
                if (event.type() == StationEvent.Type.UPDATED && !stopNoted) {
                    published.add(value);
                }
            }
        }

        private boolean isPublished() {
            boolean energy =
                    charging || (!registers.isEmpty() && Collections.max(registers) > Collections.min(registers));
            return begun && ((evse && token) || energy);
        }

        String outcome() {
            return (isPublished() ? "published" : orphan && !begun ? "orphaned" : "silent")
                    + (ended && begun ? ", ended" : "");
        }

        void compare(int seed, KillableJournal journal) {
            List<String> names = journal.events.stream()
                    .map(KillableJournal.PublishedEvent::name)
                    .toList();
            String story = "seed " + seed + ": " + names;
            assertThat(Collections.frequency(names, "started")).as(story).isEqualTo(isPublished() ? 1 : 0);
            assertThat(Collections.frequency(names, "stopped")).as(story).isEqualTo(isPublished() && ended ? 1 : 0);
            assertThat(Collections.frequency(names, "orphaned")).as(story).isEqualTo(orphan ? 1 : 0);
            if (names.contains("updated")) {
                assertThat(names.indexOf("started")).as(story).isLessThan(names.indexOf("updated"));
            }
            if (names.contains("stopped")) {
                assertThat(names.lastIndexOf("updated")).as(story).isLessThan(names.indexOf("stopped"));
                assertThat(names.indexOf("started")).as(story).isLessThan(names.indexOf("stopped"));
            }
            assertThat(journal.meterStop).as(story).isEqualTo(journal.latestAtStop);
            assertThat(journal.updates).as(story).doesNotHaveDuplicates();
            assertThat(Set.copyOf(journal.updates)).as(story).isEqualTo(isPublished() ? published : Set.of());
            Set<MeterValue> kept = new HashSet<>(journal.updates);
            kept.addAll(journal.recorded);
            assertThat(kept).as(story).isEqualTo(all);
            assertThat(journal.events.stream()
                            .map(KillableJournal.PublishedEvent::transactionId)
                            .distinct())
                    .as(story)
                    .hasSizeLessThanOrEqualTo(1);
        }
    }
}
