package io.plugstream.model.webhook;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A step of a delivery: first claimed, then ended. Only its end is a record of its own; see {@link ClaimRecord}. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "step")
@JsonSubTypes({
    @JsonSubTypes.Type(value = DeliveryRecord.Claimed.class, name = "claimed"),
    @JsonSubTypes.Type(value = DeliveryRecord.Ended.class, name = "ended")
})
public sealed interface DeliveryRecord {

    /** One for each pair of event and webhook. */
    UUID deliveryId();

    String organisationId();

    String webhookId();

    /** A dispatcher has taken the delivery upon itself: it, and nobody else ever, may POST. */
    record Claimed(
            UUID deliveryId,
            String organisationId,
            Mode mode,
            String webhookId,
            UUID eventId,
            EventType event,
            Instant claimedAt)
            implements DeliveryRecord {

        /** The id of a delivery, the same whoever claims it. */
        public static UUID id(UUID eventId, String webhookId) {
            return UUID.nameUUIDFromBytes((eventId + "/" + webhookId).getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * The delivery is over.
     *
     * @param responseStatus the receiver's HTTP status; null when none came
     * @param attemptedAt when the attempt began; null when none was made or it is unknown
     * @param durationMs from the attempt's begin to its end; null like {@code attemptedAt}
     * @param attempt what was sent and answered; null like {@code attemptedAt}
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

        /** The end of {@code claim} without an attempt, or without one of which anything is known. */
        public static Ended withoutAttempt(Claimed claim, Outcome outcome, Instant endedAt) {
            return of(claim, outcome, null, null, null, endedAt);
        }

        /** The end of {@code claim}. */
        public static Ended of(
                Claimed claim,
                Outcome outcome,
                @Nullable Integer responseStatus,
                @Nullable Instant attemptedAt,
                @Nullable Long durationMs,
                Instant endedAt) {
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
                    null);
        }

        /** The same with what was sent and answered. */
        public Ended with(Attempt made) {
            return new Ended(
                    deliveryId,
                    organisationId,
                    mode,
                    webhookId,
                    eventId,
                    event,
                    claimedAt,
                    outcome,
                    responseStatus,
                    attemptedAt,
                    durationMs,
                    endedAt,
                    made);
        }
    }
}
