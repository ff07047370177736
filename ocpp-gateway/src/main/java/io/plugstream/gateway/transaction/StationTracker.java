package io.plugstream.gateway.transaction;

import io.plugstream.gateway.meter.MeterReadings;
import io.plugstream.gateway.meter.NormalisedValues;
import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.StationTransaction;
import io.plugstream.model.transaction.StationTransaction.End;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of a station that assigns their ids itself, for one connection. The facts of an event are noted
 * before their consequences are published, except mere readings, which the log contains anyway (ADR 83). Every step
 * can be repeated: the station may resend an unanswered event, and nothing is published twice. When a method returns,
 * everything is acknowledged. Not thread-safe.
 */
public final class StationTracker {

    private final StationJournal journal;

    /** What is known of running transactions beyond their notes, by id. The log contains it. */
    private final Map<Integer, StationTransaction> unnoted = new HashMap<>();

    /** The latest transactions of which this connection received all events. For others the log is asked. */
    private final SequencedSet<Integer> completelyReceived = new LinkedHashSet<>();

    StationTracker(StationJournal journal) {
        this.journal = journal;
    }

    /** Notes the facts of {@code event}, publishes their consequences and returns what is known of the transaction. */
    public StationTransaction handle(StationEvent event) throws NotAcknowledgedException {
        StationTransaction noted = TransactionLedger.untilTaken(() -> {
            settle(event);
            return tryToNote(event);
        });
        follow(noted, event.timestamp(), event);
        return noted;
    }

    /** Publishes what has waited long enough for missing events, and stops that another gateway only noted. */
    public void settle() throws NotAcknowledgedException {
        for (StationTransaction station : journal.known().stations()) {
            End end = station.end();
            if (end == null || !StationPublication.isStartDue(station, journal.now())) {
                continue;
            }
            if (!isStopNoted(station)) {
                follow(station, end.at(), null);
            } else if (journal.known()
                    .remembered(station.transactionId(), journal.now())
                    .isPresent()) {
                stop(station, end, NormalisedValues.NONE);
            }
        }
    }

    /** The transaction that runs at an EVSE. The station lost it if a later one is known there. */
    public Optional<StationTransaction> runningAt(int evseId) throws NotAcknowledgedException {
        return runningAt(evseId, _ -> true);
    }

    private Optional<StationTransaction> runningAt(int evseId, Predicate<StationTransaction> counts)
            throws NotAcknowledgedException {
        KnownTransactions known = journal.known();
        List<StationTransaction> there = known.stations().stream()
                .filter(station -> Objects.equals(station.evseId(), evseId) && counts.test(station))
                .filter(station -> known.named(station.stationId()).equals(Optional.of(station)))
                .toList();
        Optional<StationTransaction> newest = there.stream()
                .filter(station -> station.end() == null)
                .max(StationTransactionRules.IN_ORDER_OF_ARRIVAL);
        if (newest.isEmpty()) {
            return newest;
        }
        StationTransaction running = newest.get();
        Instant begin = entry(running).map(Entry::startedAt).orElse(running.notedAt());
        return newest.filter(_ -> there.stream().noneMatch(other -> hasEndedSince(other, running, begin)));
    }

    /**
     * Late events of an earlier transaction, whose end is older, do not count.
     *
     * @param begin of {@code running}; by the station's clock, like the end, once it is published
     */
    private static boolean hasEndedSince(StationTransaction other, StationTransaction running, Instant begin) {
        End end = other.end();
        return end != null
                && other.notedAt().isAfter(running.notedAt())
                && end.at().isAfter(begin);
    }

    /** Stores meter readings outside transactions. */
    public void meterValues(MeterReadings readings) throws NotAcknowledgedException {
        journal.record(readings);
    }

    /**
     * Publishes first what is noted but may be unpublished, so that waiting readings precede later ones, and so that
     * nothing is lost of a transaction whose id {@code event} gives to another one.
     */
    private void settle(StationEvent event) throws NotAcknowledgedException {
        Optional<StationTransaction> noted = journal.known().remembered(event, journal.now());
        if (noted.isEmpty()) {
            return;
        }
        StationTransaction station = noted.get();
        End end = station.end();
        if (StationTransactionRules.isReused(station, event, journal.now())) {
            Instant latestAt = Objects.requireNonNullElse(station.latestAt(), event.timestamp());
            follow(station, end == null ? latestAt : end.at(), null);
        } else if (entry(station).isPresent()) {
            start(station, event.timestamp());
            publishPending(station);
            if (end != null && isStopNoted(station)) {
                stop(station, end, NormalisedValues.NONE);
            }
        }
    }

    private Optional<StationTransaction> tryToNote(StationEvent event) throws NotAcknowledgedException {
        Optional<StationTransaction> ended = journal.known().endedBy(event, journal.now());
        if (ended.isPresent()) {
            return ended;
        }
        Optional<StationTransaction> noted = journal.known()
                .remembered(event, journal.now())
                .filter(former -> !StationTransactionRules.isReused(former, event, journal.now()));
        StationTransaction known = noted.isPresent()
                ? StationTransactionRules.joined(
                        noted.get(), unnoted.getOrDefault(noted.get().transactionId(), noted.get()))
                : StationTransactionRules.unknown(journal.newTransactionId(), event.stationId(), journal.now());
        if (noted.isEmpty()) {
            completelyReceived.add(known.transactionId());
            if (completelyReceived.size() > TransactionBounds.MOST_RUNNING) {
                completelyReceived.removeFirst();
            }
        }
        StationTransaction settled = entry(known).isPresent() ? StationTransactionRules.withoutPending(known) : known;
        StationTransaction next = StationTransactionRules.after(settled, event, waits(settled, event), journal.now());
        if (noted.isPresent() && next.equals(known)) {
            return Optional.of(known);
        }
        if (noted.isPresent()
                && !StationTransactionRules.isSecondStart(known, event)
                && StationTransactionRules.isMinorChange(noted.get(), next)
                && isLogEnough(next)) {
            if (next.end() == null) {
                unnoted.put(next.transactionId(), next);
            }
            return Optional.of(next);
        }
        StationTransaction complete =
                hasToAsk(settled, next) ? StationTransactionRules.with(next, journal.registers(next)) : next;
        Set<Deviation> deviations = deviations(known, complete, event);
        Optional<StationTransaction> written = note(complete);
        if (written.isPresent()) {
            deviations.forEach(journal::deviated);
        }
        return written;
    }

    /** What is odd about a transaction since {@code event}. It is noted, so a repeated event does not count again. */
    private Set<Deviation> deviations(StationTransaction known, StationTransaction next, StationEvent event)
            throws NotAcknowledgedException {
        Set<Deviation> deviations = EnumSet.noneOf(Deviation.class);
        if (StationTransactionRules.isSecondStart(known, event)) {
            deviations.add(Deviation.SECOND_START);
        }
        Integer evseId = next.evseId();
        if (evseId != null
                && StationTransactionRules.begins(known, next)
                && runningAt(evseId, other -> other.transactionId() != next.transactionId())
                        .isPresent()) {
            deviations.add(Deviation.OVERLAPPING_TRANSACTION);
        }
        if (StationPublication.endsWithoutRegister(known, next)) {
            deviations.add(Deviation.MISSING_REGISTER);
        }
        return deviations;
    }

    private Optional<StationTransaction> note(StationTransaction next) throws NotAcknowledgedException {
        if (!journal.note(next)) {
            // Another gateway wrote, and may have received events that this one did not.
            completelyReceived.clear();
            return Optional.empty();
        }
        unnoted.remove(next.transactionId());
        unnoted.keySet()
                .retainAll(journal.known().stations().stream()
                        .map(StationTransaction::transactionId)
                        .collect(Collectors.toSet()));
        if (next.end() != null) {
            completelyReceived.remove(next.transactionId());
        }
        return Optional.of(next);
    }

    /** Whether an event with mere readings needs no note. */
    private boolean isLogEnough(StationTransaction next) throws NotAcknowledgedException {
        return next.end() == null ? entry(next).isPresent() : isStopNoted(next);
    }

    /** Whether the last register decides, and this connection may not have received it. */
    private boolean hasToAsk(StationTransaction known, StationTransaction next) {
        return known.end() == null
                && next.end() != null
                && StationRegisters.haveSameLast(known.registers(), next.registers())
                && !completelyReceived.contains(next.transactionId());
    }

    /** Whether the readings of {@code event} wait to be published after the start. */
    private boolean waits(StationTransaction known, StationEvent event) throws NotAcknowledgedException {
        return event.type() == StationEvent.Type.UPDATED
                && entry(known).isEmpty()
                && StationTransactionRules.hasRoomFor(known, event);
    }

    /**
     * Publishes the consequences of the facts.
     *
     * @param at when the facts became known, by the station's clock
     * @param event the event with the facts; null if only time has passed
     */
    private void follow(StationTransaction station, Instant at, @Nullable StationEvent event)
            throws NotAcknowledgedException {
        boolean wasStopped = isStopNoted(station);
        if (StationPublication.isStartDue(station, journal.now())) {
            start(station, StationPublication.startedAt(station, at));
            publishPending(station);
        }
        Optional<Entry> entry = entry(station);
        if (event != null) {
            readings(station, event, entry, wasStopped);
        }
        End end = station.end();
        if (end == null) {
            return;
        }
        if (entry.isPresent()) {
            stop(station, end, ownReadings(event));
        } else if (station.startedSeqNo() == null) {
            orphan(station, end);
        }
    }

    /** Readings of the end are recorded with the stop, others on their own. */
    private void readings(StationTransaction station, StationEvent event, Optional<Entry> entry, boolean wasStopped)
            throws NotAcknowledgedException {
        NormalisedValues values = event.values();
        if (values.isEmpty()) {
            return;
        }
        if (entry.isPresent() && event.type() == StationEvent.Type.UPDATED && !wasStopped) {
            journal.publish(readingsOf(station, values), station, entry.get());
        } else if (entry.isEmpty() || event.type() != StationEvent.Type.ENDED || wasStopped) {
            journal.record(readingsOf(station, values));
        }
    }

    private static MeterReadings readingsOf(StationTransaction station, NormalisedValues values) {
        return new MeterReadings(Objects.requireNonNullElse(station.evseId(), 0), station.transactionId(), values);
    }

    private static NormalisedValues ownReadings(@Nullable StationEvent event) {
        return event != null && event.type() == StationEvent.Type.ENDED ? event.values() : NormalisedValues.NONE;
    }

    private void start(StationTransaction station, Instant at) throws NotAcknowledgedException {
        var _ = TransactionLedger.untilTaken(
                () -> journal.start(station, at) ? Optional.of(station) : Optional.empty());
    }

    private void publishPending(StationTransaction station) throws NotAcknowledgedException {
        List<MeterValue> pending = station.pending();
        Optional<Entry> entry = entry(station);
        if (!pending.isEmpty() && entry.isPresent()) {
            MeterReadings readings = new MeterReadings(
                    entry.get().connectorId(), station.transactionId(), new NormalisedValues(pending, List.of()));
            journal.publish(readings, station, entry.get());
        }
    }

    private void stop(StationTransaction station, End end, NormalisedValues values) throws NotAcknowledgedException {
        boolean wasNoted = isStopNoted(station);
        var _ = TransactionLedger.untilTaken(() -> {
            if (!wasNoted && isStopNoted(station) && !values.isEmpty()) {
                // A newer connection publishes the stop, without the readings that came over this one.
                journal.record(readingsOf(station, values));
            }
            return journal.stop(station, end, values) ? Optional.of(station) : Optional.empty();
        });
    }

    /** Records an end without a begin as a transaction without a start. */
    private void orphan(StationTransaction station, End end) throws NotAcknowledgedException {
        var _ = TransactionLedger.untilTaken(() -> journal.orphan(station, end) ? Optional.of(end) : Optional.empty());
    }

    private Optional<Entry> entry(StationTransaction station) throws NotAcknowledgedException {
        return journal.known().withId(station.transactionId());
    }

    private boolean isStopNoted(StationTransaction station) throws NotAcknowledgedException {
        return entry(station).map(Entry::stop).isPresent();
    }
}
