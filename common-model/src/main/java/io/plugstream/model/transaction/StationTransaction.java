package io.plugstream.model.transaction;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.plugstream.model.event.MeterValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The sum of the TransactionEvents of an OCPP 2 station's transaction. Stations send each fact once, in any order.
 *
 * @param transactionId our id
 * @param stationId the station's own transaction id
 * @param notedAt when the first event arrived, by our clock
 * @param startedSeqNo of the event that started it; null until that event arrives
 * @param startedAt when that event happened, by the station's clock; null if unknown
 * @param seen the sequence numbers received so far, as sorted ranges that do not touch
 * @param latestAt when the latest event happened, by the station's clock; null if unknown
 * @param evseId the EVSE, once a car is there
 * @param idToken the driver's token; null until known, empty if no token is needed
 * @param chargingState the latest, as OCPP spells it
 * @param stateSeqNo of the event that carried {@code chargingState}
 * @param charged whether energy flowed
 * @param authorisationEnded whether the authorisation to charge ended
 * @param authorisationSeqNo of the event that gave or ended it; null if unknown
 * @param stopToken the token that stopped it
 * @param registers its meter readings
 * @param end null until the event that ended it arrives
 * @param remoteStartId the number of the command that started it
 * @param pending readings that become events only after the start has become one
 */
public record StationTransaction(
        int transactionId,
        String stationId,
        Instant notedAt,
        @Nullable Integer startedSeqNo,
        @Nullable Instant startedAt,
        List<Range> seen,
        @Nullable Instant latestAt,
        @Nullable Integer evseId,
        @Nullable String idToken,
        @Nullable String chargingState,
        int stateSeqNo,
        boolean charged,
        boolean authorisationEnded,
        @Nullable Integer authorisationSeqNo,
        @Nullable String stopToken,
        Registers registers,
        @Nullable End end,
        @Nullable Integer remoteStartId,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<MeterValue> pending) {

    public StationTransaction {
        seen = List.copyOf(seen);
        pending = List.copyOf(Objects.requireNonNullElse(pending, List.of()));
    }

    /** Sequence numbers without a gap; both ends are included. */
    public record Range(int first, int last) {}

    /**
     * Readings of the imported energy register, in Wh.
     *
     * <p>They are those of the total at the outlet. Other registers that the station reports are {@code parts}.
     *
     * @param begin the reading marked as the begin
     * @param first the earliest reading
     * @param last the latest reading
     * @param end the reading marked as the end
     * @param parts by location and phase; needed until the total has two readings
     */
    public record Registers(
            @Nullable BigDecimal begin,
            @Nullable Register first,
            @Nullable Register last,
            @Nullable BigDecimal end,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Registers> parts) {

        public static final Registers NONE = new Registers(null, null, null, null, Map.of());

        public Registers {
            parts = Map.copyOf(Objects.requireNonNullElse(parts, Map.of()));
        }
    }

    /**
     * A reading.
     *
     * @param at by the station's clock
     * @param place its event's number among the transaction's events; null if unknown
     */
    public record Register(
            Instant at, BigDecimal wattHours, @Nullable Integer place) {}

    /**
     * The end of a transaction.
     *
     * @param seqNo of the event
     * @param at by the station's clock
     * @param notedAt by our clock; the transaction is forgotten 24 hours later
     * @param reason as OCPP spells it
     */
    public record End(int seqNo, Instant at, Instant notedAt, String reason) {}
}
