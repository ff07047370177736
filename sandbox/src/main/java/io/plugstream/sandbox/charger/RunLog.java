package io.plugstream.sandbox.charger;

import io.plugstream.model.sandbox.SandboxRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** The newest scenario runs of a charger. Not thread-safe. */
final class RunLog {

    private static final int MOST = 5;

    private List<SandboxRun> runs;

    RunLog(List<SandboxRun> known) {
        this.runs = known;
    }

    List<SandboxRun> all() {
        return runs;
    }

    /** The run that has not ended, if any. */
    Optional<SandboxRun> running() {
        return runs.stream().filter(SandboxRun::isRunning).findFirst();
    }

    /** Whether a run should have ended. */
    boolean isLate(Instant now) {
        return running().filter(run -> run.deadline().isBefore(now)).isPresent();
    }

    void add(SandboxRun run) {
        var more = new ArrayList<>(runs);
        more.add(run);
        runs = List.copyOf(more.subList(Math.max(0, more.size() - MOST), more.size()));
    }

    void change(UUID id, UnaryOperator<SandboxRun> change) {
        runs = runs.stream()
                .map(run -> run.id().equals(id) && run.isRunning() ? change.apply(run) : run)
                .toList();
    }
}
