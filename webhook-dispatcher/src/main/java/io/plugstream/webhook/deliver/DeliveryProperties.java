package io.plugstream.webhook.deliver;

import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.time.Instant;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * How many deliveries one endpoint may keep busy, and for how long.
 *
 * @param inFlight POSTs at a time to one webhook
 * @param waiting deliveries that wait for one webhook; what comes on top is shed
 * @param inFlightInAll POSTs at a time to all webhooks together; an organisation may have as many as are still free
 * @param waitingMemory what deliveries that wait may take of memory, shared by organisations in the same way
 * @param longestWait a delivery that has waited so long is shed
 * @param drain how long a stop lets deliveries wait; what then still waits is shed
 */
@Validated
@ConfigurationProperties(prefix = "plugstream.delivery", ignoreUnknownFields = false)
public record DeliveryProperties(
        @DefaultValue("64") @Min(1) @Max(1_000) int inFlight,
        @DefaultValue("1000") @Min(0) @Max(100_000) int waiting,
        @DefaultValue("2048") @Min(1) @Max(20_000) int inFlightInAll,
        @DefaultValue("64MB") DataSize waitingMemory,
        @DefaultValue("30s") Duration longestWait,
        @DefaultValue("10s") Duration drain) {

    /** An attempt's limit, from before the name is resolved to the last byte of the answer (interface document, section 6). */
    public static final Duration ATTEMPT = Duration.ofSeconds(5);

    public DeliveryProperties {
        if (longestWait.isNegative() || longestWait.isZero()) {
            throw new IllegalArgumentException("plugstream.delivery.longest-wait must be positive");
        }
        if (drain.isNegative()) {
            throw new IllegalArgumentException("plugstream.delivery.drain must not be negative");
        }
    }

    /** Whether a delivery waited too long for its attempt to begin now. */
    boolean isLate(Claimed claim, Instant now) {
        return claim.claimedAt().isBefore(now.minus(longestWait));
    }

    /** The age of a claim after which its attempt is over for certain. */
    public Duration longestLife() {
        // A delivery is looked at when a place becomes free, which takes up to one attempt.
        return longestWait.plus(ATTEMPT).plus(ATTEMPT);
    }
}
