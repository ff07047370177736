package io.plugstream.simulator.charger;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message from the central system for the charger's display (OCPP 2.0.1, part 2, O01).
 *
 * @param state in which it is shown; null for any
 * @param transaction after which it is removed; null for none
 */
public record DisplayMessage(
        int id,
        Priority priority,
        @Nullable State state,
        @Nullable Instant from,
        @Nullable Instant to,
        @Nullable String transaction,
        Format format,
        @Nullable String language,
        String content) {

    /** The priority among messages. */
    public enum Priority {
        ALWAYS_FRONT,
        IN_FRONT,
        NORMAL_CYCLE
    }

    /** The state of the charger. */
    public enum State {
        CHARGING,
        FAULTED,
        IDLE,
        UNAVAILABLE
    }

    /** The format of the content. */
    public enum Format {
        ASCII,
        HTML,
        URI,
        UTF8
    }
}
