package io.plugstream.model.sandbox;

import java.time.Instant;
import java.util.List;

/**
 * The part of a {@link SandboxState} that the API reads.
 *
 * @param registeredAt distinguishes the charger from an earlier one of the same id
 * @param runs the newest scenarios, oldest first
 */
public record SandboxView(Instant registeredAt, SandboxState.Shown shown, List<SandboxRun> runs) {

    public SandboxView {
        runs = List.copyOf(runs);
    }
}
