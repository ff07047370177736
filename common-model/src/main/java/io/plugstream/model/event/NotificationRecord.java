package io.plugstream.model.event;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.plugstream.model.organisation.Mode;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A notification in Kafka.
 *
 * @param notificationId UUIDv7
 * @param occurredAt by the charger's clock, or ours if the charger sent no time
 * @param receivedAt by our clock
 * @param connectionId UUIDv7 of the WebSocket connection
 * @param sequence counts the records of a connection, including its events
 * @param protocol the negotiated WebSocket sub-protocol, such as {@code ocpp1.6}
 */
public record NotificationRecord(
        UUID notificationId,
        String organisationId,
        Mode mode,
        String chargeBoxId,
        Instant occurredAt,
        Instant receivedAt,
        UUID connectionId,
        long sequence,
        @Nullable String protocol,

        @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, include = JsonTypeInfo.As.EXTERNAL_PROPERTY, property = "type")
        ChargerNotification data) {

    /** Whether the charger's clock differs too much from ours to be used; written only if true. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    public boolean oddClock() {
        return ClockTolerance.isOdd(occurredAt, receivedAt);
    }
}
