package io.plugstream.simulator.charger;

import io.plugstream.simulator.charger.Answer.Status;
import java.util.ArrayList;
import java.util.List;

/** Stores monitors and reports them. They never trigger: other messages report the same changes. */
final class Monitors {

    static final int MOST = 50;
    private static final int LEAST_SEVERE = 9;

    private final Core core;
    private final Inventory inventory;

    Monitors(Core core, Inventory inventory) {
        this.core = core;
        this.inventory = inventory;
    }

    Answer obey(MonitoringRequest request) {
        return switch (request) {
            case MonitoringRequest.Set(var wanted) ->
                new Answer.MonitorsSet(wanted.stream().map(this::set).toList());
            case MonitoringRequest.Clear(var ids) ->
                new Answer.StatusAnswers(ids.stream().map(this::clear).toList());
            case MonitoringRequest.Base(var keepsOthers) -> {
                if (!keepsOthers) {
                    keep(List.of());
                }
                yield Answer.of(Status.ACCEPTED);
            }
            case MonitoringRequest.Level(var severity) -> level(severity);
            case MonitoringRequest.Report report -> report(report);
        };
    }

    private Answer.MonitorsSet.Result set(MonitoringRequest.Set.Wanted wanted) {
        var status = judge(wanted);
        if (status != Status.ACCEPTED) {
            return new Answer.MonitorsSet.Result(status, wanted.id());
        }
        var id = wanted.id() == null ? nextId() : wanted.id();
        var kept = new ArrayList<>(present());
        kept.removeIf(monitor -> monitor.id() == id);
        kept.add(wanted.with(id));
        keep(kept);
        return new Answer.MonitorsSet.Result(status, id);
    }

    private Status judge(MonitoringRequest.Set.Wanted wanted) {
        var id = wanted.id();
        var isThreshold =
                wanted.kind() == Monitor.Kind.UPPER_THRESHOLD || wanted.kind() == Monitor.Kind.LOWER_THRESHOLD;
        if (!inventory.isKnown(wanted.key())) {
            return Status.NOT_SUPPORTED;
        }
        if (!Inventory.isMonitored(wanted.key()) || (isThreshold && !Inventory.isNumber(wanted.key()))) {
            return Status.UNSUPPORTED_KIND;
        }
        if (wanted.severity() < 0
                || wanted.severity() > LEAST_SEVERE
                || (id != null && present().stream().noneMatch(monitor -> monitor.id() == id))) {
            return Status.REJECTED;
        }
        if (present().stream().anyMatch(monitor -> isSame(monitor, wanted))) {
            return Status.DUPLICATE;
        }
        return id == null && present().size() >= MOST ? Status.REJECTED : Status.ACCEPTED;
    }

    private static boolean isSame(Monitor monitor, MonitoringRequest.Set.Wanted wanted) {
        return (wanted.id() == null || monitor.id() != wanted.id())
                && monitor.key().equals(wanted.key())
                && monitor.kind() == wanted.kind()
                && monitor.severity() == wanted.severity();
    }

    private int nextId() {
        return 1 + present().stream().mapToInt(Monitor::id).max().orElse(0);
    }

    private Status clear(int id) {
        var left = present().stream().filter(monitor -> monitor.id() != id).toList();
        var isFound = left.size() < present().size();
        keep(left);
        return isFound ? Status.ACCEPTED : Status.NOT_FOUND;
    }

    private Answer level(int severity) {
        if (severity < 0 || severity > LEAST_SEVERE) {
            return Answer.of(Status.REJECTED);
        }
        core.changeStation(past -> past.level(severity));
        return Answer.of(Status.ACCEPTED);
    }

    private Answer report(MonitoringRequest.Report request) {
        var meant = present().stream().filter(request.meant()).toList();
        core.reportParts(
                meant,
                (part, monitors) ->
                        new Message.MonitorsReported(request.requestId(), part, core.clockTime(), monitors));
        return Answer.of(meant.isEmpty() ? Status.EMPTY : Status.ACCEPTED);
    }

    private List<Monitor> present() {
        return core.state().station().monitors();
    }

    private void keep(List<Monitor> monitors) {
        core.changeStation(past -> past.monitors(monitors));
    }
}
