package io.plugstream.api.sandbox;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.plugstream.model.sandbox.SandboxRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A scenario's run in the API.
 *
 * @param failure why it failed
 * @param steps the steps so far, and the starts and stops of transactions with their events, in order of time
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Run(
        UUID id, String scenario, String status, @Nullable String failure, List<Step> steps) {

    /** A run that the sandbox has not begun by then is lost: the sandbox accepts no order older than half of this. */
    static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    /** Events come shortly after the step that caused them. */
    private static final Duration SLACK = Duration.ofSeconds(2);

    private static final String NOT_TAKEN = "The sandbox did not accept it in time; it may be full or stopped.";

    Run {
        steps = List.copyOf(steps);
    }

    /** @param eventId the id of the step's event, which is also the {@code webhook-id} of its deliveries */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Step(String step, Instant at, @Nullable UUID eventId) {}

    /** A run that the sandbox has not reported yet. */
    static Run requested(TestChargerRow.RequestedRun requested, Instant now) {
        boolean isLost = requested.at().plus(LONGEST_WAIT).isBefore(now);
        return new Run(
                requested.id(),
                requested.scenario(),
                isLost ? "failed" : "running",
                isLost ? NOT_TAKEN : null,
                List.of());
    }

    static Run of(SandboxRun run, List<TransactionEvents> transactions) {
        List<Step> steps = new ArrayList<>();
        run.steps().forEach(step -> steps.add(new Step(step.step(), step.at(), null)));
        transactions.forEach(transaction -> {
            add(steps, run, "transaction.started", transaction.started());
            add(steps, run, "transaction.stopped", transaction.stopped());
        });
        steps.sort(Comparator.comparing(Step::at));
        return new Run(run.id(), run.scenario(), run.status().wireName(), run.failure(), steps);
    }

    private static void add(List<Step> steps, SandboxRun run, String event, @Nullable UUID id) {
        if (id == null) {
            return;
        }
        Instant at = TransactionEvents.madeAt(id);
        Instant end = Objects.requireNonNullElse(run.endedAt(), Instant.MAX.minus(SLACK));
        if (!at.isBefore(run.startedAt()) && at.isBefore(end.plus(SLACK))) {
            steps.add(new Step(event, at, id));
        }
    }
}
