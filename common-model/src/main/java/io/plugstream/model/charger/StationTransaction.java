package io.plugstream.model.charger;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the events of a transaction add up to that a station of OCPP 2 named itself: each fact is told once, in any order.
 *
 * @param transactionId ours
 * @param stationId the station's own
 * @param notedAt when the first event came, by our clock
 * @param startedSeqNo of the event that began it; null until that came
 * @param seen the numbers of the events that came, in order and apart from each other
 * @param evseId where it runs, once a car is there
 * @param idToken of whom it is, once authorised; empty for nobody
 * @param chargingState as OCPP spells it, the latest
 * @param stateSeqNo of the event that told that
 * @param charged whether energy flowed
 * @param authorisationEnded whether it was to stop, if it has not yet
 * @param stopToken who stopped it
 * @param registers what its meter read
 * @param end null until the event came that ended it
 * @param remoteStartId the number of the command that began it
 * @param pending readings that are not events before its start is one
 */
public record StationTransaction(
        int transactionId,
        String stationId,
        Instant notedAt,
        @Nullable Integer startedSeqNo,
        List<Range> seen,
        @Nullable Integer evseId,
        @Nullable String idToken,
        @Nullable String chargingState,
        int stateSeqNo,
        boolean charged,
        boolean authorisationEnded,
        @Nullable String stopToken,
        Registers registers,
        @Nullable End end,
        @Nullable Integer remoteStartId,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Reading> pending) {

    public StationTransaction {
        seen = List.copyOf(seen);
        pending = List.copyOf(Objects.requireNonNullElse(pending, List.of()));
    }

    /** Numbers without a gap, both included. */
    public record Range(int first, int last) {}

    /**
     * Readings of the register of imported energy, in Wh.
     *
     * @param begin the one that is marked as the begin's
     * @param first the earliest of all
     * @param last the latest of all
     * @param end the one that is marked as the end's
     */
    public record Registers(
            @Nullable BigDecimal begin,
            @Nullable Register first,
            @Nullable Register last,
            @Nullable BigDecimal end) {

        public static final Registers NONE = new Registers(null, null, null, null);
    }

    /** A reading and its moment by the station's clock. */
    public record Register(Instant at, BigDecimal wattHours) {}

    /**
     * Its end.
     *
     * @param seqNo of the event
     * @param at by the station's clock
     * @param notedAt by ours; it is forgotten 24 hours later
     * @param reason as OCPP spells it
     */
    public record End(int seqNo, Instant at, Instant notedAt, String reason) {}

    /** One reading, as an event tells it. */
    public record Reading(
            Instant timestamp,
            String measurand,
            BigDecimal value,
            String unit,
            @Nullable String phase,
            @Nullable String location,
            @Nullable String context) {}
}
