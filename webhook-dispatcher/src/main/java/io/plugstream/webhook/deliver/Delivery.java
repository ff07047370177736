package io.plugstream.webhook.deliver;

import io.plugstream.base.trace.TraceHeaders;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import java.time.Instant;

/**
 * A claimed delivery on its way.
 *
 * @param shard the partition number of its event
 * @param claim in the log: whoever holds this, and nobody else, may POST
 * @param receivedAt when the event reached the platform
 * @param origin the trace that the event belongs to
 * @param sample whether a user asked for it, so that it is due whether the webhook is active or not and whatever it lists
 */
public record Delivery(
        int shard, Claimed claim, EventBody body, Instant receivedAt, TraceHeaders origin, boolean sample) {

    /** What a delivery takes beside its body, generously. */
    private static final int OVERHEAD = 512;

    /** About how much memory it takes while it waits. */
    int bytes() {
        return body.bytes().length + OVERHEAD;
    }
}
