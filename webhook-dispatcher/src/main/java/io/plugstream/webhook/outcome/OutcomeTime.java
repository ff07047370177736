package io.plugstream.webhook.outcome;

import io.plugstream.model.webhook.DeliveryRecord.Ended;
import java.time.Duration;
import java.time.Instant;

/**
 * The timestamps of outcomes' records. The sweep searches outcomes by time, from that of their claims on, so none must
 * be earlier although a clock went back in between.
 */
public final class OutcomeTime {

    /** Brokers refuse records that are more than an hour ahead. */
    private static final Duration FURTHEST_AHEAD = Duration.ofMinutes(30);

    private OutcomeTime() {}

    /** The timestamp of an outcome that is appended now, in milliseconds since the epoch. */
    public static long of(Ended outcome, Instant now) {
        Instant claimedAt = outcome.claimedAt();
        boolean isAhead = claimedAt.isAfter(now) && !claimedAt.isAfter(now.plus(FURTHEST_AHEAD));
        return (isAhead ? claimedAt : now).toEpochMilli();
    }
}
