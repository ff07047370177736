package io.plugstream.simulator.charger;

import io.plugstream.simulator.charger.Message.Progress;
import io.plugstream.simulator.charger.UpkeepState.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Heartbeats, restarts, firmware updates and diagnostics. Nothing is downloaded or uploaded: only the progress is
 * reported.
 */
final class Upkeep {

    private static final Duration RESTART_TIMEOUT = Duration.ofSeconds(10);

    private final Core core;
    private final Sessions sessions;
    private Duration interval = Duration.ZERO;
    private @Nullable Instant nextHeartbeat;
    private @Nullable Instant restartBy;

    Upkeep(Core core, Sessions sessions) {
        this.core = core;
        this.sessions = sessions;
    }

    /** Sets the central system's heartbeat interval. */
    void setHeartbeatInterval(Duration wanted) {
        interval = wanted;
        scheduleHeartbeat();
    }

    void scheduleHeartbeat() {
        var written = core.configuration().duration(core.state(), Configuration.HEARTBEAT);
        var pause = written.isZero() ? interval : written;
        nextHeartbeat = pause.isZero() ? null : core.now().plus(pause);
    }

    /** Begins an update; returns whether it cancels another one. */
    boolean updateFirmware(Request.UpdateFirmware request) {
        var isOther = present().firmware() != null;
        var isLater = request.from().isAfter(core.now());
        var steps = new ArrayList<>(List.of(Progress.DOWNLOADING, Progress.DOWNLOADED));
        if (request.signedBy() != null) {
            steps.add(Progress.SIGNATURE_VERIFIED);
        }
        steps.addAll(List.of(Progress.INSTALLING, Progress.INSTALLED));
        var begin = isLater ? request.from() : core.now();
        var update = Work.of(request.requestId(), begin.plus(core.model().step()), steps);
        core.changeUpkeep(past -> past.firmware(update));
        if (isLater && request.requestId() != null) {
            core.enqueue(new Message.FirmwareStatus(Progress.DOWNLOAD_SCHEDULED, request.requestId()));
        }
        return isOther;
    }

    Answer.Diagnostics uploadDiagnostics(@Nullable Integer requestId) {
        var other = present().diagnostics();
        var former = other == null ? null : other.requestId();
        if (former != null) {
            core.enqueue(new Message.DiagnosticsStatus(Progress.ACCEPTED_CANCELED, former));
        }
        var upload = Work.of(
                requestId, core.now().plus(core.model().step()), List.of(Progress.UPLOADING, Progress.UPLOADED));
        core.changeUpkeep(past -> past.diagnostics(upload));
        return new Answer.Diagnostics(core.model().serialNumber() + "-diagnostics.txt", former != null);
    }

    void reportFirmware() {
        var work = begun(present().firmware());
        core.enqueue(new Message.FirmwareStatus(
                work == null ? null : work.present(), work == null ? null : work.requestId()));
    }

    void reportDiagnostics() {
        var work = begun(present().diagnostics());
        core.enqueue(new Message.DiagnosticsStatus(
                work == null ? null : work.present(), work == null ? null : work.requestId()));
    }

    private static @Nullable Work begun(@Nullable Work work) {
        return work == null || work.present() == null ? null : work;
    }

    private UpkeepState present() {
        return core.state().upkeep();
    }

    void restart(StopReason reason) {
        sessions.stopAll(reason);
        restartBy = core.now().plus(RESTART_TIMEOUT);
        core.changeUpkeep(past -> past.restartsWhenIdle(false));
    }

    /** Restarts once nothing charges. */
    void restartWhenIdle() {
        core.changeUpkeep(past -> past.restartsWhenIdle(true));
    }

    boolean isRestarting() {
        return restartBy != null;
    }

    /** Whether all messages before the restart are answered, or the wait for that has timed out. */
    boolean isReadyToRestart() {
        return restartBy != null
                && (core.state().queue().isEmpty() || !core.isRegistered() || !restartBy.isAfter(core.now()));
    }

    void restarted() {
        restartBy = null;
        nextHeartbeat = null;
    }

    void tick() {
        var now = core.now();
        if (isIdleAtLast()) {
            restart(StopReason.SOFT_RESET);
        }
        if (nextHeartbeat != null && !nextHeartbeat.isAfter(now)) {
            core.enqueue(new Message.Heartbeat());
            scheduleHeartbeat();
        }
        // Without a connection, work waits: nobody would learn of its progress.
        if (core.isRegistered()) {
            upload(now);
            update(now);
        }
    }

    private void upload(Instant now) {
        var work = present().diagnostics();
        if (work != null && !work.next().isAfter(now)) {
            core.changeUpkeep(
                    past -> past.diagnostics(work.after(now.plus(core.model().step()))));
            core.enqueue(new Message.DiagnosticsStatus(work.steps().getFirst(), work.requestId()));
        }
    }

    private void update(Instant now) {
        var work = present().firmware();
        if (work != null && !work.next().isAfter(now)) {
            var step = work.steps().getFirst();
            core.changeUpkeep(
                    past -> past.firmware(work.after(now.plus(core.model().step()))));
            core.enqueue(new Message.FirmwareStatus(step, work.requestId()));
            if (step == Progress.INSTALLED) {
                restart(StopReason.REBOOT);
            }
        }
    }

    private boolean isIdleAtLast() {
        return present().restartsWhenIdle() && !core.state().isCharging();
    }

    @Nullable
    Instant nextWake() {
        if (isIdleAtLast()) {
            return core.now();
        }
        var connected = core.isRegistered() ? Sessions.earlier(present().nextStep(), nextHeartbeat) : null;
        return Sessions.earlier(connected, restartBy);
    }
}
