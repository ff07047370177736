package io.plugstream.simulator.charger;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a central system wants a charger's display to show (OCPP 2.0.1, part 2, O01).
 *
 * @param state during which it is shown; null for any
 * @param transaction after which it goes; null for none
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

    /** Which messages it goes before. */
    public enum Priority {
        ALWAYS_FRONT,
        IN_FRONT,
        NORMAL_CYCLE
    }

    /** What the charger does. */
    public enum State {
        CHARGING,
        FAULTED,
        IDLE,
        UNAVAILABLE
    }

    /** How the content is written. */
    public enum Format {
        ASCII,
        HTML,
        URI,
        UTF8
    }
}
