package io.plugstream.gateway.transaction;

import io.plugstream.model.event.StationFacts.Meter;
import io.plugstream.model.transaction.StationTransaction;
import io.plugstream.model.transaction.StationTransaction.End;
import io.plugstream.model.transaction.StationTransaction.Registers;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;

/** When a station's transaction is published, and with which begin and which meter (OCPP 2.0.1, E01 to E13). */
final class StationPublication {

    /** How long to wait for missing events while neither EVSE nor token is known. */
    static final Duration GAP_TIMEOUT = Duration.ofSeconds(60);

    private StationPublication() {}

    /**
     * Whether the start has to be published: as in OCPP 1.6 when someone may charge and a car is there, or when energy
     * flows without that. Without the begin, the transaction may be an old one.
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

    /** Whether the transaction, which is published, has ended since {@code next}, and no register is known. */
    static boolean endsWithoutRegister(StationTransaction known, StationTransaction next) {
        return isEnded(next) && !isEnded(known) && next.registers().equals(Registers.NONE);
    }

    private static boolean isEnded(StationTransaction known) {
        return known.end() != null && isStartDue(known, Instant.MAX);
    }

    /**
     * When the transaction that is published because of facts of the time {@code at} started. Energy that only the end
     * shows flowed before it, so then it is the begin.
     */
    static Instant startedAt(StationTransaction known, Instant at) {
        End end = known.end();
        Instant begin = known.startedAt();
        return known.charged() && end != null && begin != null && !at.isBefore(end.at()) && begin.isBefore(end.at())
                ? begin
                : at;
    }

    /** Whether missing events may still bring the EVSE or the token. */
    static boolean isWaiting(StationTransaction known, Instant now) {
        End end = known.end();
        return end != null
                && known.evseId() == null
                && known.idToken() == null
                && hasGaps(known)
                && end.notedAt().plus(GAP_TIMEOUT).isAfter(now);
    }

    /** Whether events between begin and end are missing. */
    static boolean hasGaps(StationTransaction known) {
        Integer started = known.startedSeqNo();
        End end = known.end();
        return started == null
                || end == null
                || known.seen().stream().noneMatch(range -> range.first() <= started && range.last() >= end.seqNo());
    }

    /** In Wh; 0 if the station sent no register of the begin. */
    static long meterStartAtPublication(StationTransaction known) {
        return rounded(StationRegisters.atBegin(known.registers()));
    }

    /** In Wh, as known at the end: the begin's register, or else the first of all. */
    static long meterStart(StationTransaction known) {
        return rounded(StationRegisters.first(known.registers()));
    }

    /** In Wh: the end's register, or else the last of all. */
    static long meterStop(StationTransaction known) {
        return rounded(StationRegisters.last(known.registers()));
    }

    /** As known so far. */
    static Meter meter(StationTransaction known) {
        return new Meter(meterStart(known), meterStop(known));
    }

    private static long rounded(BigDecimal wattHours) {
        return wattHours.setScale(0, RoundingMode.HALF_UP).longValueExact();
    }
}
