package io.plugstream.api.sandbox;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.plugstream.model.sandbox.SandboxRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
        UUID id,
        String scenario,
        SandboxRun.Status status,
        @Nullable String failure,
        List<Step> steps) {

    /** A run that the sandbox has not ended by then has failed: the sandbox itself ends it a little earlier. */
    static final Duration LONGEST = Duration.ofSeconds(30);

    /** Events come shortly after the step that caused them. */
    private static final Duration SLACK = Duration.ofSeconds(2);

    /** How long an ended run counts as running because the stop of its transaction is not in the read model yet. */
    private static final Duration LATEST_STOP = Duration.ofSeconds(5);

    private static final String NOT_TAKEN = "The sandbox did not accept it in time; it may be full or stopped.";
    private static final String NOT_ENDED = "The sandbox did not end it in time; it may be stopped.";

    Run {
        steps = List.copyOf(steps);
    }

    /** @param eventId the id of the step's event, which is also the {@code webhook-id} of its deliveries */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Step(String step, Instant at, @Nullable UUID eventId) {}

    /** A run that the sandbox has not reported yet. */
    static Run requested(TestChargerRow.RequestedRun requested, Instant now) {
        boolean isLost = requested.at().plus(LONGEST).isBefore(now);
        return new Run(
                requested.id(),
                requested.scenario(),
                isLost ? SandboxRun.Status.FAILED : SandboxRun.Status.RUNNING,
                isLost ? NOT_TAKEN : null,
                List.of());
    }

    /** @param all the charger's runs, among them this one: an event belongs to the last one that began before it */
    static Run of(SandboxRun run, List<SandboxRun> all, List<TransactionEvents> transactions, Instant now) {
        Instant ended = run.endedAt();
        Instant end = all.stream()
                .map(SandboxRun::startedAt)
                .filter(run.startedAt()::isBefore)
                .reduce(
                        ended == null ? Instant.MAX : ended.plus(SLACK),
                        (one, other) -> one.isBefore(other) ? one : other);
        List<Step> events = new ArrayList<>();
        boolean isOpen = false;
        for (TransactionEvents transaction : transactions) {
            boolean began = add(events, run, end, "transaction.started", transaction.started());
            add(events, run, end, "transaction.stopped", transaction.stopped());
            isOpen |= began && transaction.stopped() == null;
        }
        boolean isLate = run.requestedAt().plus(LONGEST).isBefore(now);
        boolean isIncomplete = isOpen && !isLate && ended != null && now.isBefore(ended.plus(LATEST_STOP));
        run.steps().forEach(step -> events.add(new Step(step.step(), step.at(), null)));
        events.sort(Comparator.comparing(Step::at));
        if (run.isRunning() && isLate) {
            return new Run(run.id(), run.scenario(), SandboxRun.Status.FAILED, NOT_ENDED, events);
        }
        SandboxRun.Status status = isIncomplete ? SandboxRun.Status.RUNNING : run.status();
        return new Run(run.id(), run.scenario(), status, run.failure(), events);
    }

    private static boolean add(List<Step> steps, SandboxRun run, Instant end, String event, @Nullable UUID id) {
        if (id == null) {
            return false;
        }
        Instant at = TransactionEvents.madeAt(id);
        boolean isOfRun = !at.isBefore(run.startedAt()) && at.isBefore(end);
        if (isOfRun) {
            steps.add(new Step(event, at, id));
        }
        return isOfRun;
    }
}
