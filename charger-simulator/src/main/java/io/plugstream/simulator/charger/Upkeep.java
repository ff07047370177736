package io.plugstream.simulator.charger;

import io.plugstream.simulator.charger.Message.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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
    private final Work firmware = new Work();
    private final Work diagnostics = new Work();
    private Duration interval = Duration.ZERO;
    private @Nullable Instant nextHeartbeat;
    private @Nullable Instant restartBy;
    private boolean waitsForIdle;

    /** An update or upload with its remaining steps. */
    private static final class Work {
        private final Deque<Progress> steps = new ArrayDeque<>();
        private @Nullable Progress present;
        private @Nullable Instant next;
        private @Nullable Integer requestId;

        void begin(@Nullable Integer request, Instant first, List<Progress> all) {
            requestId = request;
            present = null;
            steps.clear();
            steps.addAll(all);
            next = first;
        }

        /** The step that is due; null if none is. */
        @Nullable
        Progress step(Instant now, Duration pause) {
            if (next == null || next.isAfter(now)) {
                return null;
            }
            present = steps.poll();
            next = steps.isEmpty() ? null : now.plus(pause);
            return present;
        }

        boolean isUnderWay() {
            return next != null;
        }

        /** The present step; null if nothing is under way, and before the first step. */
        @Nullable
        Progress underWay() {
            return next == null ? null : present;
        }

        /** The id of the present or last request. */
        @Nullable
        Integer requestId() {
            return requestId;
        }
    }

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
        var isOther = firmware.isUnderWay();
        var isLater = request.from().isAfter(core.now());
        var steps = new ArrayList<>(List.of(Progress.DOWNLOADING, Progress.DOWNLOADED));
        if (request.signedBy() != null) {
            steps.add(Progress.SIGNATURE_VERIFIED);
        }
        steps.addAll(List.of(Progress.INSTALLING, Progress.INSTALLED));
        var begin = isLater ? request.from() : core.now();
        firmware.begin(request.requestId(), begin.plus(core.model().step()), steps);
        if (isLater && request.requestId() != null) {
            core.enqueue(new Message.FirmwareStatus(Progress.DOWNLOAD_SCHEDULED, request.requestId()));
        }
        return isOther;
    }

    Answer.Diagnostics uploadDiagnostics(@Nullable Integer requestId) {
        var former = diagnostics.isUnderWay() ? diagnostics.requestId() : null;
        if (former != null) {
            core.enqueue(new Message.DiagnosticsStatus(Progress.ACCEPTED_CANCELED, former));
        }
        diagnostics.begin(
                requestId, core.now().plus(core.model().step()), List.of(Progress.UPLOADING, Progress.UPLOADED));
        return new Answer.Diagnostics(core.model().serialNumber() + "-diagnostics.txt", former != null);
    }

    void reportFirmware() {
        core.enqueue(new Message.FirmwareStatus(
                firmware.underWay(), firmware.underWay() == null ? null : firmware.requestId()));
    }

    void reportDiagnostics() {
        core.enqueue(new Message.DiagnosticsStatus(
                diagnostics.underWay(), diagnostics.underWay() == null ? null : diagnostics.requestId()));
    }

    void restart(StopReason reason) {
        sessions.stopAll(reason);
        restartBy = core.now().plus(RESTART_TIMEOUT);
        waitsForIdle = false;
    }

    /** Restarts once nothing charges. */
    void restartWhenIdle() {
        waitsForIdle = true;
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
        var uploaded = diagnostics.step(now, core.model().step());
        if (uploaded != null) {
            core.enqueue(new Message.DiagnosticsStatus(uploaded, diagnostics.requestId()));
        }
        var updated = firmware.step(now, core.model().step());
        if (updated != null) {
            core.enqueue(new Message.FirmwareStatus(updated, firmware.requestId()));
            if (updated == Progress.INSTALLED) {
                restart(StopReason.REBOOT);
            }
        }
    }

    private boolean isIdleAtLast() {
        return waitsForIdle && !core.state().isCharging();
    }

    @Nullable
    Instant nextWake() {
        if (isIdleAtLast()) {
            return core.now();
        }
        var works = Sessions.earlier(firmware.next, diagnostics.next);
        return Sessions.earlier(Sessions.earlier(works, core.isRegistered() ? nextHeartbeat : null), restartBy);
    }
}
