package io.plugstream.simulator.charger;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.plugstream.simulator.charger.Message.Progress;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Work that a charger has accepted and not ended.
 *
 * @param restartsWhenIdle whether it restarts once nothing charges
 * @param firmware the update under way; null if there is none
 * @param diagnostics the upload under way; null if there is none
 */
public record UpkeepState(
        boolean restartsWhenIdle,
        @Nullable Work firmware,
        @Nullable Work diagnostics) {

    static final UpkeepState NONE = new UpkeepState(false, null, null);

    /**
     * An update or upload.
     *
     * @param requestId null if the request had no number
     * @param present the last step that was done; null before the first
     * @param steps the remaining steps, at least one
     * @param next when the next step is due
     */
    record Work(@Nullable Integer requestId, @Nullable Progress present, List<Progress> steps, Instant next) {

        Work {
            steps = List.copyOf(steps);
        }

        static Work of(@Nullable Integer requestId, Instant first, List<Progress> steps) {
            return new Work(requestId, null, steps, first);
        }

        /** The work after its next step; null if that was the last. */
        @Nullable
        Work after(Instant following) {
            return steps.size() == 1
                    ? null
                    : new Work(requestId, steps.getFirst(), steps.subList(1, steps.size()), following);
        }
    }

    UpkeepState restartsWhenIdle(boolean wanted) {
        return new UpkeepState(wanted, firmware, diagnostics);
    }

    UpkeepState firmware(@Nullable Work update) {
        return new UpkeepState(restartsWhenIdle, update, diagnostics);
    }

    UpkeepState diagnostics(@Nullable Work upload) {
        return new UpkeepState(restartsWhenIdle, firmware, upload);
    }

    /** When the next step of an update or upload is due; null if there is none. */
    @JsonIgnore
    public @Nullable Instant nextStep() {
        return Sessions.earlier(
                firmware == null ? null : firmware.next(), diagnostics == null ? null : diagnostics.next());
    }
}
