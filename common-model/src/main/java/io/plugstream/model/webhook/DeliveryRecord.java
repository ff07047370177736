package io.plugstream.model.webhook;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A step of a delivery: first claimed, then ended. Only the end has its own record; claims are in a
 * {@link ClaimRecord}.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "step")
@JsonSubTypes({
    @JsonSubTypes.Type(value = DeliveryRecord.Claimed.class, name = "claimed"),
    @JsonSubTypes.Type(value = DeliveryRecord.Ended.class, name = "ended")
})
public sealed interface DeliveryRecord {

    /** Unique for each pair of event and webhook. */
    UUID deliveryId();

    String organisationId();

    String webhookId();

    /** A dispatcher claimed the delivery: no other dispatcher may ever POST it. */
    record Claimed(
            UUID deliveryId,
            String organisationId,
            Mode mode,
            String webhookId,
            UUID eventId,
            EventType event,
            Instant claimedAt)
            implements DeliveryRecord {

        /** The id of a delivery, which does not depend on the claiming dispatcher. */
        public static UUID id(UUID eventId, String webhookId) {
            return UUID.nameUUIDFromBytes((eventId + "/" + webhookId).getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * The delivery is over.
     *
     * @param responseStatus the receiver's HTTP status; null if there was none
     * @param attemptedAt when the attempt began; null if there was none or the time is unknown
     * @param durationMs the attempt's duration; null like {@code attemptedAt}
     * @param attempt the request and the answer; null like {@code attemptedAt}
     */
    record Ended(
            UUID deliveryId,
            String organisationId,
            Mode mode,
            String webhookId,
            UUID eventId,
            EventType event,
            Instant claimedAt,
            Outcome outcome,
            @Nullable Integer responseStatus,
            @Nullable Instant attemptedAt,
            @Nullable Long durationMs,
            Instant endedAt,
            @Nullable Attempt attempt)
            implements DeliveryRecord {

        /** The end of {@code claim} without an attempt, or with an attempt of which nothing is known. */
        public static Ended withoutAttempt(Claimed claim, Outcome outcome, Instant endedAt) {
            return of(claim, outcome, null, null, null, endedAt, null);
        }

        /** The end of {@code claim}. */
        public static Ended of(
                Claimed claim,
                Outcome outcome,
                @Nullable Integer responseStatus,
                @Nullable Instant attemptedAt,
                @Nullable Long durationMs,
                Instant endedAt,
                @Nullable Attempt attempt) {
            return new Ended(
                    claim.deliveryId(),
                    claim.organisationId(),
                    claim.mode(),
                    claim.webhookId(),
                    claim.eventId(),
                    claim.event(),
                    claim.claimedAt(),
                    outcome,
                    responseStatus,
                    attemptedAt,
                    durationMs,
                    endedAt,
                    attempt);
        }
    }
}
