package io.plugstream.gateway.transaction;

import io.plugstream.model.event.ClockTolerance;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.transaction.StationTransaction;
import io.plugstream.model.transaction.StationTransaction.End;
import io.plugstream.model.transaction.StationTransaction.Range;
import io.plugstream.model.transaction.StationTransaction.Registers;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a station's events change what is known of a transaction (OCPP 2.0.1, E01 to E13). The order of the events makes
 * no difference, and a repeated event changes nothing.
 */
final class StationTransactionRules {

    /** Later ones have higher numbers if they arrive at the same time. */
    static final Comparator<StationTransaction> IN_ORDER_OF_ARRIVAL =
            Comparator.comparing(StationTransaction::notedAt).thenComparingInt(StationTransaction::transactionId);

    /** Maximum number of readings that wait for the start to be published; others are only recorded. */
    static final int MOST_PENDING = 200;

    private static final String CHARGING = "Charging";

    /** The standard's default for a missing stoppedReason. */
    private static final String LOCAL = "Local";

    private StationTransactionRules() {}

    /** A transaction without any event yet. */
    static StationTransaction unknown(int transactionId, String stationId, Instant now) {
        return new StationTransaction(
                transactionId,
                stationId,
                now.truncatedTo(ChronoUnit.MILLIS),
                null,
                null,
                List.of(),
                null,
                null,
                null,
                null,
                -1,
                false,
                false,
                null,
                null,
                Registers.NONE,
                null,
                null,
                List.of());
    }

    /**
     * The transaction after {@code event}.
     *
     * @param keep whether the event's readings have to wait for the start
     */
    static StationTransaction after(StationTransaction known, StationEvent event, boolean keep, Instant now) {
        Integer startedSeqNo = startedSeqNo(known, event);
        End end = end(known, event, now);
        Registers registers =
                StationRegisters.with(known.registers(), event.values(), place(known, event, startedSeqNo, end));
        boolean newer = event.chargingState() != null && isLater(known, event, known.stateSeqNo());
        boolean authorises = (event.endsAuthorisation() || event.givesAuthorisation())
                && isLater(known, event, Objects.requireNonNullElse(known.authorisationSeqNo(), -1));
        return new StationTransaction(
                known.transactionId(),
                known.stationId(),
                known.notedAt(),
                startedSeqNo,
                known.startedSeqNo() == null && startedSeqNo != null ? time(event) : known.startedAt(),
                SeenNumbers.with(known.seen(), event.seqNo()),
                later(known.latestAt(), time(event)),
                either(known.evseId(), event.evseId()),
                isStop(event) ? known.idToken() : either(known.idToken(), event.idToken()),
                newer ? event.chargingState() : known.chargingState(),
                newer ? event.seqNo() : known.stateSeqNo(),
                known.charged() || CHARGING.equals(event.chargingState()) || StationRegisters.rose(registers),
                authorises ? event.endsAuthorisation() : known.authorisationEnded(),
                authorises ? Integer.valueOf(event.seqNo()) : known.authorisationSeqNo(),
                isStop(event) ? either(known.stopToken(), event.idToken()) : known.stopToken(),
                registers,
                end,
                either(known.remoteStartId(), event.remoteStartId()),
                keep ? pending(known.pending(), event.values().numbers()) : known.pending());
    }

    /** The transaction without its waiting readings. */
    static StationTransaction withoutPending(StationTransaction known) {
        return known.pending().isEmpty()
                ? known
                : copy(known, known.seen(), known.latestAt(), known.stateSeqNo(), known.registers(), List.of());
    }

    /**
     * The transaction with newer facts of {@code unnoted}: event numbers and times, the latest register, and the last
     * event with the same charging state.
     */
    static StationTransaction joined(StationTransaction known, StationTransaction unnoted) {
        List<Range> seen = known.seen();
        for (Range range : unnoted.seen()) {
            seen = SeenNumbers.with(seen, range);
        }
        boolean same = Objects.equals(known.chargingState(), unnoted.chargingState());
        return copy(
                known,
                seen,
                later(known.latestAt(), unnoted.latestAt()),
                same ? Math.max(known.stateSeqNo(), unnoted.stateSeqNo()) : known.stateSeqNo(),
                StationRegisters.joined(known.registers(), unnoted.registers()),
                known.pending());
    }

    /** Whether {@code next} differs only in what {@link #joined} takes over. */
    static boolean isMinorChange(StationTransaction known, StationTransaction next) {
        return StationRegisters.differOnlyInLast(known.registers(), next.registers())
                && copy(known, next.seen(), next.latestAt(), next.stateSeqNo(), next.registers(), known.pending())
                        .equals(next);
    }

    static StationTransaction with(StationTransaction known, Registers registers) {
        return copy(known, known.seen(), known.latestAt(), known.stateSeqNo(), registers, known.pending());
    }

    private static StationTransaction copy(
            StationTransaction known,
            List<Range> seen,
            @Nullable Instant latestAt,
            int stateSeqNo,
            Registers registers,
            List<MeterValue> pending) {
        return new StationTransaction(
                known.transactionId(),
                known.stationId(),
                known.notedAt(),
                known.startedSeqNo(),
                known.startedAt(),
                seen,
                latestAt,
                known.evseId(),
                known.idToken(),
                known.chargingState(),
                stateSeqNo,
                known.charged(),
                known.authorisationEnded(),
                known.authorisationSeqNo(),
                known.stopToken(),
                registers,
                known.end(),
                known.remoteStartId(),
                pending);
    }

    /**
     * Whether a station that does not know its former ids any more begins another transaction under the id of
     * {@code known}. A repeated Started has the time of the first. The first one, if it is still missing, has a time
     * before the end, unless the clock was wrong. While the transaction runs, a later Started may be an odd second one,
     * but not at another EVSE, nor by another driver if the station counts anew.
     */
    static boolean isReused(StationTransaction known, StationEvent event, Instant now) {
        End end = known.end();
        if (event.type() != StationEvent.Type.STARTED || time(event).equals(known.startedAt())) {
            return false;
        }
        if (end == null) {
            return known.startedAt() != null
                    && time(event).isAfter(known.startedAt())
                    && (isAtAnotherEvse(known, event) || (isByAnother(known, event) && isPast(known, event)));
        }
        return event.timestamp().isAfter(end.at())
                && (known.startedAt() != null
                        || (!ClockTolerance.isOdd(event.timestamp(), now)
                                && !ClockTolerance.isOdd(end.at(), end.notedAt())));
    }

    private static boolean isAtAnotherEvse(StationTransaction known, StationEvent event) {
        return known.evseId() != null
                && event.evseId() != null
                && !known.evseId().equals(event.evseId());
    }

    /** An empty token identifies nobody. */
    private static boolean isByAnother(StationTransaction known, StationEvent event) {
        String one = Objects.requireNonNullElse(known.idToken(), "");
        String other = Objects.requireNonNullElse(event.idToken(), "");
        return !one.isEmpty() && !other.isEmpty() && !one.equalsIgnoreCase(other);
    }

    /** Whether {@code event} happened before {@code known} began, unless the clock was wrong then. */
    static boolean isEarlier(StationEvent event, StationTransaction known) {
        return known.startedAt() != null
                && time(event).isBefore(known.startedAt())
                && !ClockTolerance.isOdd(known.startedAt(), known.notedAt());
    }

    /** Whether {@code event} happened while {@code former} ran. */
    static boolean isDuring(StationEvent event, StationTransaction former) {
        return !isEarlier(event, former)
                && (former.end() == null || !time(event).isAfter(former.end().at()));
    }

    /** Whether {@code event} is the end of {@code known} once more. */
    static boolean isRepeatedEnd(StationTransaction known, StationEvent event) {
        End end = known.end();
        return event.type() == StationEvent.Type.ENDED
                && end != null
                && end.seqNo() == event.seqNo()
                && end.at().equals(time(event));
    }

    /**
     * Whether the event's number has been seen, or is lower than the begin's. It is that of a repeated event, or of a
     * station that counts anew after a restart, so it tells no order.
     */
    private static boolean isPast(StationTransaction known, StationEvent event) {
        return SeenNumbers.contain(known.seen(), event.seqNo())
                || (known.startedSeqNo() != null && event.seqNo() < known.startedSeqNo());
    }

    /**
     * Whether the event happened after the one with the number {@code seqNo}. If its number tells no order, the time
     * decides: a repeated event has the time of the first.
     */
    private static boolean isLater(StationTransaction known, StationEvent event, int seqNo) {
        if (isPast(known, event) && known.latestAt() != null) {
            return time(event).isAfter(known.latestAt());
        }
        return event.seqNo() > seqNo;
    }

    private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
        return one == null || (other != null && other.isAfter(one)) ? other : one;
    }

    private static Instant time(StationEvent event) {
        return event.timestamp().truncatedTo(ChronoUnit.MILLIS);
    }

    /** The token in such an event belongs to the person who stops the transaction. */
    private static boolean isStop(StationEvent event) {
        return event.type() == StationEvent.Type.ENDED || event.isStopAuthorised();
    }

    /** The begin comes first and the end last. Null if it is unknown. */
    private static @Nullable Integer place(
            StationTransaction known, StationEvent event, @Nullable Integer startedSeqNo, @Nullable End end) {
        return switch (event.type()) {
            case STARTED -> Objects.equals(startedSeqNo, event.seqNo()) ? StationRegisters.FIRST : event.seqNo();
            case UPDATED -> isPast(known, event) ? null : Integer.valueOf(event.seqNo());
            case ENDED -> end != null && end.seqNo() == event.seqNo() ? StationRegisters.LAST : event.seqNo();
        };
    }

    /** A second Started counts as an Updated. */
    private static @Nullable Integer startedSeqNo(StationTransaction known, StationEvent event) {
        return known.startedSeqNo() == null && event.type() == StationEvent.Type.STARTED
                ? Integer.valueOf(event.seqNo())
                : known.startedSeqNo();
    }

    /** Whether {@code event} starts a transaction that had started, and is no repetition. */
    static boolean isSecondStart(StationTransaction known, StationEvent event) {
        return event.type() == StationEvent.Type.STARTED
                && known.startedSeqNo() != null
                && (!SeenNumbers.contain(known.seen(), event.seqNo())
                        || (known.latestAt() != null && time(event).isAfter(known.latestAt())));
    }

    /** Whether the EVSE at which the transaction runs is known since {@code next}. */
    static boolean begins(StationTransaction known, StationTransaction next) {
        return next.end() == null && hasBegun(next) && !hasBegun(known);
    }

    private static boolean hasBegun(StationTransaction known) {
        return known.startedSeqNo() != null && known.evseId() != null;
    }

    private static @Nullable End end(StationTransaction known, StationEvent event, Instant now) {
        if (known.end() != null || event.type() != StationEvent.Type.ENDED) {
            return known.end();
        }
        return new End(
                event.seqNo(),
                time(event),
                now.truncatedTo(ChronoUnit.MILLIS),
                Objects.requireNonNullElse(event.stoppedReason(), LOCAL));
    }

    private static <T> @Nullable T either(@Nullable T known, @Nullable T reported) {
        return known == null ? reported : known;
    }

    private static List<MeterValue> pending(List<MeterValue> known, List<MeterValue> more) {
        List<MeterValue> all = new ArrayList<>(known);
        more.stream().filter(value -> !all.contains(value)).forEach(all::add);
        return all;
    }

    /** Whether there is room for the event's readings among the waiting ones. */
    static boolean hasRoomFor(StationTransaction known, StationEvent event) {
        return known.pending().size() + event.values().numbers().size() <= MOST_PENDING;
    }
}
