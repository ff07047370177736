package io.plugstream.model.charger;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A beat: the regular sign that a gateway process is alive, with its progress in publishing the events of its notes.
 *
 * @param instance the process's name among its service's instances
 * @param at by its own clock, for information only; missed beats are counted in records, not in time
 * @param notes the number of its last note; the events of all notes up to it are published, except {@code unpublished};
 *     null from a gateway whose version does not number notes
 * @param unpublished numbers of the notes whose events are not yet published; absent when empty
 */
public record GatewayBeat(
        String instance,
        Instant at,
        @Nullable Long notes,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Long> unpublished) {

    public GatewayBeat {
        unpublished = List.copyOf(Objects.requireNonNullElse(unpublished, List.of()));
    }

    /** Whether the event of the note with this number is published. */
    public boolean covers(long number) {
        return notes != null && number <= notes && !unpublished.contains(number);
    }
}
