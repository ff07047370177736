package io.plugstream.gateway.publish;

import java.util.UUID;

/** What other gateways say of themselves. */
public interface Runs {

    /** Whether {@code run} has said that the event of its note of this number is published. */
    boolean hasPublished(UUID run, long number);

    /** Whether the process {@code run} is no more, or gives no sign of life any longer. */
    boolean isGone(UUID run) throws NotAcknowledgedException;
}
