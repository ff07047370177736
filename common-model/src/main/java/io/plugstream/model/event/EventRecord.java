package io.plugstream.model.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.organisation.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event in Kafka. An incomplete one cannot be created, so reading it from JSON fails for each reader alike.
 *
 * @param eventId UUIDv7; the {@code webhook-id} of every delivery of this event
 * @param occurredAt by the charger's clock, or ours if the charger sent no time
 * @param receivedAt by our clock
 * @param connectionId UUIDv7 of the WebSocket connection; the greater of two ids belongs to the newer connection
 * @param sequence counts the records of a connection from 1
 * @param protocol the negotiated WebSocket sub-protocol, such as {@code ocpp1.6}
 * @param recordOnly whether the record is kept in the log but delivered to no webhook
 * @param deviations the number of the connection's messages so far that broke a protocol rule and were tolerated, by
 *     kind of rule; absent when empty
 * @param station additional facts from an OCPP 2 station; null for OCPP 1.6 chargers
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

    /**
     * How long after an event was sent a gateway may still send it to Kafka. Another gateway may have published it
     * meanwhile, so dispatchers must remember the ids of events for longer (ADR 41).
     */
    public static final Duration LATEST_COPY = Duration.ofMinutes(10);

    public EventRecord {
        Objects.requireNonNull(eventId, "eventId");
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(occurredAt, "occurredAt");
        Objects.requireNonNull(receivedAt, "receivedAt");
        Objects.requireNonNull(connectionId, "connectionId");
        Objects.requireNonNull(data, "data");
        // Fails if the charger's id is missing or invalid.
        var _ = new ChargerId(organisationId, chargeBoxId);
        deviations = Map.copyOf(Objects.requireNonNullElse(deviations, Map.of()));
    }

    /** The same record with the facts that only OCPP 2 stations send. */
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

    /** A record of a connection that broke no rule, without facts of an OCPP 2 station. */
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

    /** The key of this record in its topic. */
    public ChargerId chargerId() {
        return new ChargerId(organisationId, chargeBoxId);
    }

    /** The charger's time if it is at most 5 minutes ahead of ours and at most 7 days behind; otherwise ours. */
    public Instant timestamp() {
        return oddClock() ? receivedAt : occurredAt;
    }

    /** Whether the charger's clock differs too much from ours to be used; written only if true. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    public boolean oddClock() {
        return ClockTolerance.isOdd(occurredAt, receivedAt);
    }

    /** The part of this record that webhooks receive. */
    public EventEnvelope envelope() {
        return new EventEnvelope(data.type(), timestamp(), data);
    }
}
