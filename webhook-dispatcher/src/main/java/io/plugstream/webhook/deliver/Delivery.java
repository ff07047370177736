package io.plugstream.webhook.deliver;

import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import java.time.Instant;

/**
 * A claimed delivery on its way.
 *
 * @param claim committed: whoever holds this, and nobody else, may POST
 * @param receivedAt when the event reached the platform
 */
public record Delivery(Claimed claim, EventBody body, Instant receivedAt) {}
