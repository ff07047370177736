package io.plugstream.model.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.organisation.Mode;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event in Kafka.
 *
 * @param eventId UUIDv7; the {@code webhook-id} of every delivery of this event
 * @param occurredAt by the charger's clock, or ours where the charger gave no time
 * @param receivedAt by our clock
 * @param connectionId UUIDv7 of the WebSocket connection; of two connections the greater is the newer
 * @param sequence counts the records of a connection from 1
 * @param protocol the negotiated WebSocket sub-protocol, such as {@code ocpp1.6}
 * @param recordOnly kept in the log but given to no webhook
 * @param deviations how many messages of the connection broke a rule of the protocol and were tolerated so far, by the kind
 *     of the rule; absent when there are none
 * @param station what a station of OCPP 2 told besides; null for chargers of OCPP 1.6
 */
public record EventRecord(
        UUID eventId,
        String organisationId,
        Mode mode,
        String chargeBoxId,
        Instant occurredAt,
        Instant receivedAt,
        UUID connectionId,
        long sequence,
        @Nullable String protocol,
        boolean recordOnly,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Integer> deviations,
        @Nullable StationFacts station,

        @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.EXTERNAL_PROPERTY, property = "type")
        ChargerEvent data) {

    public EventRecord {
        deviations = copy(deviations);
    }

    /** The same with what only stations of OCPP 2 tell. */
    public EventRecord ofStation(StationFacts facts) {
        return new EventRecord(
                eventId,
                organisationId,
                mode,
                chargeBoxId,
                occurredAt,
                receivedAt,
                connectionId,
                sequence,
                protocol,
                recordOnly,
                deviations,
                facts,
                data);
    }

    /** A record of a connection that broke no rule, without what only stations of OCPP 2 tell. */
    public EventRecord(
            UUID eventId,
            String organisationId,
            Mode mode,
            String chargeBoxId,
            Instant occurredAt,
            Instant receivedAt,
            UUID connectionId,
            long sequence,
            @Nullable String protocol,
            boolean recordOnly,
            ChargerEvent data) {
        this(
                eventId,
                organisationId,
                mode,
                chargeBoxId,
                occurredAt,
                receivedAt,
                connectionId,
                sequence,
                protocol,
                recordOnly,
                Map.of(),
                null,
                data);
    }

    /** Absent in JSON reads as null. */
    private static Map<String, Integer> copy(@Nullable Map<String, Integer> deviations) {
        return Map.copyOf(Objects.requireNonNullElse(deviations, Map.of()));
    }

    /** The key of this record in its topic. */
    public ChargerId chargerId() {
        return new ChargerId(organisationId, chargeBoxId);
    }

    /** The charger's time if it is at most 5 minutes ahead of ours and 7 days behind, else ours. */
    public Instant timestamp() {
        return oddClock() ? receivedAt : occurredAt;
    }

    /** Whether the charger's clock is too far from ours to be believed; written only where it is so. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    public boolean oddClock() {
        return ClockTolerance.isOdd(occurredAt, receivedAt);
    }

    /** What webhooks get of this record. */
    public EventEnvelope envelope() {
        return new EventEnvelope(data.type(), timestamp(), data);
    }
}
