package io.plugstream.model.transaction;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The gateway run that has to publish a note's event. Its beats show which of its notes are done.
 *
 * @param run the gateway run; null if the event is known to be published
 * @param number counts the notes of the run from 1; null if the event is known to be published
 */
public record Publisher(@Nullable UUID run, @Nullable Long number) {

    /** The event is already published. */
    public static final Publisher PUBLISHED = new Publisher(null, null);
}
