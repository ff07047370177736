package io.plugstream.webhook.deliver;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Limits on one dispatcher's deliveries in flight and waiting, and on their waiting time.
 *
 * @param inFlight maximum concurrent POSTs of a dispatcher to one webhook
 * @param waiting maximum deliveries that wait for one webhook; further deliveries are shed
 * @param inFlightInAll maximum concurrent POSTs to all webhooks; one organisation may have at most as many as are still
 *     free
 * @param waitingMemory maximum memory of waiting deliveries, shared by organisations in the same way
 * @param longestWait a delivery that has waited longer is shed
 * @param drain how long shutdown continues to send waiting deliveries; the rest are shed
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.delivery", ignoreUnknownFields = false)
public record DeliveryProperties(
        @DefaultValue("64") @Min(1) @Max(1_000) int inFlight,
        @DefaultValue("1000") @Min(0) @Max(100_000) int waiting,
        @DefaultValue("2048") @Min(1) @Max(20_000) int inFlightInAll,
        @DefaultValue("64MB") DataSize waitingMemory,
        @DefaultValue("30s") @DurationMin(nanos = 1) Duration longestWait,
        @DefaultValue("10s") @DurationMin(nanos = 0) Duration drain) {

    /**
     * Time limit of an attempt, from name resolution to the last byte of the answer (interface document, section 6).
     */
    public static final Duration ATTEMPT = Duration.ofSeconds(5);

    /**
     * Whether a delivery has waited too long to be attempted.
     *
     * @param now by the clock of {@link Delivery#claimedNanos}
     */
    boolean isLate(Delivery delivery, long now) {
        return now - delivery.claimedNanos() > longestWait.toNanos();
    }

    /** The age of a claim after which its attempt has certainly ended. */
    public Duration longestLife() {
        // A waiting delivery is checked only when a slot becomes free, which takes up to one attempt.
        return longestWait.plus(ATTEMPT).plus(ATTEMPT);
    }
}
