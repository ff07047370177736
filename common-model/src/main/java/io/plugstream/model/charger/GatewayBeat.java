package io.plugstream.model.charger;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A sign of life of a gateway process, and how far it has come with publishing what it has noted.
 *
 * @param instance the process's name among its service's instances
 * @param at by its own clock, for people: silence is counted in records
 * @param notes the number of its last note; the events of all up to there are published, but for {@code unpublished};
 *     null from a gateway of before notes were numbered
 * @param unpublished numbers of notes; absent when empty
 */
public record GatewayBeat(
        String instance,
        Instant at,
        @Nullable Long notes,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Long> unpublished) {

    public GatewayBeat {
        unpublished = copy(unpublished);
    }

    /** Absent in JSON reads as null. */
    private static List<Long> copy(@Nullable List<Long> numbers) {
        return List.copyOf(Objects.requireNonNullElse(numbers, List.of()));
    }

    /** Whether the event of the note of this number is published. */
    public boolean covers(long number) {
        return notes != null && number <= notes && !unpublished.contains(number);
    }
}
