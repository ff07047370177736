package io.plugstream.webhook.deliver;

import io.plugstream.base.trace.TraceHeaders;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.SampleEvent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A claimed delivery that has not ended.
 *
 * @param shard the partition number of its event
 * @param claim the claim, which is in the log: only this process may POST the delivery
 * @param claimedNanos when it was claimed, by a clock that is never set
 * @param receivedAt when the event reached the platform
 * @param origin the trace that the event belongs to
 * @param sample the event, if a user requested it as a test: it is then sent even if the webhook is inactive or not
 *     subscribed
 */
public record Delivery(
        int shard,
        Claimed claim,
        long claimedNanos,
        EventBody body,
        Instant receivedAt,
        TraceHeaders origin,
        @Nullable SampleEvent sample) {

    /** Upper estimate of a delivery's memory without its body, in bytes. */
    private static final int OVERHEAD = 512;

    /** Estimated memory of the delivery while it waits. */
    int bytes() {
        return body.bytes().length + OVERHEAD;
    }
}
