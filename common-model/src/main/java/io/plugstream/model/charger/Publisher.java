package io.plugstream.model.charger;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Who is to publish the event of a note. A gateway's signs of life say how far it has come with its notes.
 *
 * @param run the run of the gateway; null if the event is known to be published
 * @param number counts the notes of the run from 1; null if the event is known to be published
 */
public record Publisher(@Nullable UUID run, @Nullable Long number) {

    /** Nobody any more: the event is published. */
    public static final Publisher NOBODY = new Publisher(null, null);
}
