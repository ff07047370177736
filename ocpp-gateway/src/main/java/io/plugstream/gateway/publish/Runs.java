package io.plugstream.gateway.publish;

import java.util.UUID;

/** What is known of other gateway runs. */
public interface Runs {

    /** Whether {@code run} has reported that the event of its note with this number is published. */
    boolean hasPublished(UUID run, long number);

    /** Whether the process {@code run} has ended or stopped sending beats. */
    boolean isGone(UUID run) throws NotAcknowledgedException;
}
