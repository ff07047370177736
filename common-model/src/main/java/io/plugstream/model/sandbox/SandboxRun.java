package io.plugstream.model.sandbox;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.plugstream.model.json.WireName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A scenario's run at a test charger, and its progress.
 *
 * @param requestedAt when the API ordered it; the same as {@code startedAt} in records of earlier releases
 * @param steps the finished steps
 * @param next number of the step that is under way or comes next
 * @param command the command that the step sent; null if it has sent none
 * @param commandStatus the command's final status; null until it is known
 * @param failure why the run failed
 */
public record SandboxRun(
        UUID id,
        String scenario,
        Status status,
        Instant requestedAt,
        Instant startedAt,
        @Nullable Instant endedAt,
        List<Step> steps,
        int next,
        @Nullable SandboxCommand command,
        @Nullable String commandStatus,
        @Nullable String failure) {

    /** A run fails if it has not ended so long after it was ordered. */
    public static final Duration LONGEST = Duration.ofSeconds(28);

    @SuppressWarnings("ConstantValue")
    public SandboxRun {
        requestedAt = Objects.requireNonNullElse(requestedAt, startedAt);
        steps = List.copyOf(steps);
    }

    /** A step and when it began. */
    public record Step(String step, Instant at) {}

    /** The status of a run. */
    public enum Status implements WireName {
        RUNNING,
        SUCCEEDED,
        FAILED
    }

    public static SandboxRun begun(UUID id, String scenario, Instant requestedAt, Instant at) {
        return new SandboxRun(id, scenario, Status.RUNNING, requestedAt, at, null, List.of(), 0, null, null, null);
    }

    @JsonIgnore
    public boolean isRunning() {
        return status == Status.RUNNING;
    }

    /** When it fails if it has not ended. */
    public Instant deadline() {
        return requestedAt.plus(LONGEST);
    }

    /** The run after {@code step} is done. */
    public SandboxRun done(Step step, int number) {
        var all = new ArrayList<>(steps);
        all.add(step);
        return new SandboxRun(id, scenario, status, requestedAt, startedAt, null, all, number + 1, null, null, null);
    }

    /** The run after the current step sent a command. */
    public SandboxRun sending(SandboxCommand sent) {
        return new SandboxRun(id, scenario, status, requestedAt, startedAt, null, steps, next, sent, null, null);
    }

    /** The run after the command ended with the status {@code answer}. */
    public SandboxRun answered(String answer) {
        return new SandboxRun(id, scenario, status, requestedAt, startedAt, null, steps, next, command, answer, null);
    }

    /** The run at its end; {@code why} is null if it succeeded. */
    public SandboxRun ended(Instant at, @Nullable String why) {
        var end = why == null ? Status.SUCCEEDED : Status.FAILED;
        return new SandboxRun(id, scenario, end, requestedAt, startedAt, at, steps, next, null, null, why);
    }
}
