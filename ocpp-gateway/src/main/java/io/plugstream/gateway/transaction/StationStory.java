package io.plugstream.gateway.transaction;

import io.plugstream.model.charger.StationTransaction;
import io.plugstream.model.charger.StationTransaction.End;
import io.plugstream.model.charger.StationTransaction.Range;
import io.plugstream.model.charger.StationTransaction.Reading;
import io.plugstream.model.charger.StationTransaction.Registers;
import io.plugstream.model.event.MeterValue;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a station's events of one transaction add up to (OCPP 2.0.1, E01 to E13). The order in which they come makes no
 * difference to the facts, and an event that comes again changes nothing.
 */
final class StationStory {

    /** For events that are missing where nothing is known yet of who charged where. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Readings that wait for the start to be told; more are only recorded. */
    static final int MOST_PENDING = 200;

    private static final String CHARGING = "Charging";

    /** Not told: the standard's default for stoppedReason. */
    private static final String LOCAL = "Local";

    private StationStory() {}

    /** A transaction of which nothing was told yet. */
    static StationTransaction unknown(int transactionId, String stationId, Instant now) {
        return new StationTransaction(
                transactionId,
                stationId,
                now.truncatedTo(ChronoUnit.MILLIS),
                null,
                List.of(),
                null,
                null,
                null,
                -1,
                false,
                false,
                null,
                Registers.NONE,
                null,
                null,
                List.of());
    }

    /**
     * The same after {@code event}.
     *
     * @param keep whether its readings have to wait for the start
     */
    static StationTransaction after(StationTransaction known, StationEvent event, boolean keep, Instant now) {
        Registers registers = StationRegisters.with(known.registers(), event.values());
        boolean newer = event.chargingState() != null && event.seqNo() > known.stateSeqNo();
        return new StationTransaction(
                known.transactionId(),
                known.stationId(),
                known.notedAt(),
                startedSeqNo(known, event),
                with(known.seen(), event.seqNo()),
                either(known.evseId(), event.evseId()),
                isStop(event) ? known.idToken() : either(known.idToken(), event.idToken()),
                newer ? event.chargingState() : known.chargingState(),
                newer ? event.seqNo() : known.stateSeqNo(),
                known.charged() || CHARGING.equals(event.chargingState()) || StationRegisters.rose(registers),
                known.authorisationEnded() || event.endsAuthorisation(),
                isStop(event) ? either(known.stopToken(), event.idToken()) : known.stopToken(),
                registers,
                end(known, event, now),
                either(known.remoteStartId(), event.remoteStartId()),
                keep ? pending(known.pending(), event.values().numbers()) : known.pending());
    }

    /** The same without the readings that waited. */
    static StationTransaction withoutPending(StationTransaction known) {
        return known.pending().isEmpty()
                ? known
                : copy(known, known.seen(), known.stateSeqNo(), known.registers(), List.of());
    }

    /**
     * The same with what {@code ahead} has that is newer: numbers of events, the latest register, and how long the state has
     * been what it is.
     */
    static StationTransaction joined(StationTransaction known, StationTransaction ahead) {
        List<Range> seen = known.seen();
        for (Range range : ahead.seen()) {
            seen = with(seen, range);
        }
        boolean same = Objects.equals(known.chargingState(), ahead.chargingState());
        return copy(
                known,
                seen,
                same ? Math.max(known.stateSeqNo(), ahead.stateSeqNo()) : known.stateSeqNo(),
                StationRegisters.joined(known.registers(), ahead.registers()),
                known.pending());
    }

    /** Whether {@code next} is the same but for what {@link #joined} takes over. */
    static boolean isAhead(StationTransaction known, StationTransaction next) {
        Registers registers = known.registers();
        Registers last = new Registers(
                registers.begin(), registers.first(), next.registers().last(), registers.end());
        return copy(known, next.seen(), next.stateSeqNo(), last, known.pending())
                .equals(next);
    }

    /** The same with these registers. */
    static StationTransaction with(StationTransaction known, Registers registers) {
        return copy(known, known.seen(), known.stateSeqNo(), registers, known.pending());
    }

    private static StationTransaction copy(
            StationTransaction known, List<Range> seen, int stateSeqNo, Registers registers, List<Reading> pending) {
        return new StationTransaction(
                known.transactionId(),
                known.stationId(),
                known.notedAt(),
                known.startedSeqNo(),
                seen,
                known.evseId(),
                known.idToken(),
                known.chargingState(),
                stateSeqNo,
                known.charged(),
                known.authorisationEnded(),
                known.stopToken(),
                registers,
                known.end(),
                known.remoteStartId(),
                pending);
    }

    /** The token of an end is that of who ended it. */
    private static boolean isStop(StationEvent event) {
        return event.type() == StationEvent.Type.ENDED || event.isStopAuthorised();
    }

    /** A second Started is an Updated with an odd name. */
    private static @Nullable Integer startedSeqNo(StationTransaction known, StationEvent event) {
        return known.startedSeqNo() == null && event.type() == StationEvent.Type.STARTED
                ? Integer.valueOf(event.seqNo())
                : known.startedSeqNo();
    }

    private static @Nullable End end(StationTransaction known, StationEvent event, Instant now) {
        if (known.end() != null || event.type() != StationEvent.Type.ENDED) {
            return known.end();
        }
        return new End(
                event.seqNo(),
                event.timestamp(),
                now.truncatedTo(ChronoUnit.MILLIS),
                Objects.requireNonNullElse(event.stoppedReason(), LOCAL));
    }

    private static <T> @Nullable T either(@Nullable T known, @Nullable T told) {
        return known == null ? told : known;
    }

    private static List<Reading> pending(List<Reading> known, List<MeterValue> more) {
        List<Reading> all = new ArrayList<>(known);
        more.stream()
                .map(StationStory::reading)
                .filter(value -> !all.contains(value))
                .forEach(all::add);
        return all;
    }

    private static Reading reading(MeterValue value) {
        return new Reading(
                value.timestamp(),
                value.measurand(),
                value.value(),
                value.unit(),
                value.phase(),
                value.location(),
                value.context());
    }

    /** The readings that waited. */
    static List<MeterValue> pending(StationTransaction known) {
        return known.pending().stream()
                .map(value -> new MeterValue(
                        value.timestamp(),
                        value.measurand(),
                        value.value(),
                        value.unit(),
                        value.phase(),
                        value.location(),
                        value.context()))
                .toList();
    }

    /** Whether there is room for the event's readings among those that wait. */
    static boolean hasRoomFor(StationTransaction known, StationEvent event) {
        return known.pending().size() + event.values().numbers().size() <= MOST_PENDING;
    }

    /**
     * Whether its start is to be told: OCPP 1.6's moment, in which somebody may charge and a car is there, or when energy
     * flows without that. One whose begin was not told is not known to be a transaction of now.
     */
    static boolean isStartDue(StationTransaction known, Instant now) {
        if (known.startedSeqNo() == null) {
            return false;
        }
        if (known.evseId() != null && known.idToken() != null) {
            return true;
        }
        return known.charged() && !isWaiting(known, now);
    }

    /** Whether who charged where may still be told by events that are on their way. */
    static boolean isWaiting(StationTransaction known, Instant now) {
        End end = known.end();
        return end != null
                && known.evseId() == null
                && known.idToken() == null
                && hasGaps(known)
                && end.notedAt().plus(PATIENCE).isAfter(now);
    }

    /** Whether events between begin and end did not come. */
    static boolean hasGaps(StationTransaction known) {
        Integer started = known.startedSeqNo();
        End end = known.end();
        return started == null
                || end == null
                || known.seen().stream().noneMatch(range -> range.first() <= started && range.last() >= end.seqNo());
    }

    /** Wh; 0 if the station told no register of the begin. */
    static long meterStartWhenTold(StationTransaction known) {
        return rounded(known.registers().begin());
    }

    /** Wh, as it is known at the end: the begin's register, or else the first of all. */
    static long meterStart(StationTransaction known) {
        Registers registers = known.registers();
        return registers.begin() == null && registers.first() != null
                ? rounded(registers.first().wattHours())
                : rounded(registers.begin());
    }

    /** Wh: the end's register, or else the last of all. */
    static long meterStop(StationTransaction known) {
        Registers registers = known.registers();
        return registers.end() == null && registers.last() != null
                ? rounded(registers.last().wattHours())
                : rounded(registers.end());
    }

    private static long rounded(@Nullable BigDecimal wattHours) {
        return wattHours == null
                ? 0
                : wattHours.setScale(0, RoundingMode.HALF_UP).longValueExact();
    }

    /** {@code ranges} and {@code number}, with as few ranges as possible. */
    static List<Range> with(List<Range> ranges, int number) {
        return with(ranges, new Range(number, number));
    }

    private static List<Range> with(List<Range> ranges, Range more) {
        List<Range> all = new ArrayList<>();
        Range joined = more;
        for (Range range : ranges) {
            if ((long) range.last() + 1 < joined.first() || (long) joined.last() + 1 < range.first()) {
                all.add(range);
            } else {
                joined = new Range(Math.min(range.first(), joined.first()), Math.max(range.last(), joined.last()));
            }
        }
        all.add(joined);
        all.sort(Comparator.comparingInt(Range::first));
        return all;
    }
}
