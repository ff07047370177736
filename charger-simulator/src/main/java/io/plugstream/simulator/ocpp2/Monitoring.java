package io.plugstream.simulator.ocpp2;

import io.plugstream.simulator.charger.Answer;
import io.plugstream.simulator.charger.Answer.Status;
import io.plugstream.simulator.charger.Message;
import io.plugstream.simulator.charger.Monitor;
import io.plugstream.simulator.charger.Monitor.Kind;
import io.plugstream.simulator.charger.MonitoringRequest;
import io.plugstream.simulator.protocol.Fields;
import io.plugstream.simulator.protocol.MalformedRequest;
import io.plugstream.simulator.protocol.Protocol.Call;
import io.plugstream.simulator.protocol.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Reads and writes monitoring messages (OCPP 2.0.1, part 2, N02 to N08). */
final class Monitoring {

    private static final Map<String, Kind> KINDS = Spelling.words(Kind.values());
    private static final Map<String, List<Kind>> CRITERIA = Map.of(
            "ThresholdMonitoring", List.of(Kind.UPPER_THRESHOLD, Kind.LOWER_THRESHOLD),
            "DeltaMonitoring", List.of(Kind.DELTA),
            "PeriodicMonitoring", List.of(Kind.PERIODIC, Kind.PERIODIC_CLOCK_ALIGNED));

    private Monitoring() {}

    static MonitoringRequest set(JsonNode payload) throws MalformedRequest {
        var wanted = new ArrayList<MonitoringRequest.Set.Wanted>();
        for (var node : CommandReader.some(payload, "setMonitoringData")) {
            var fields = new Fields(node);
            wanted.add(new MonitoringRequest.Set.Wanted(
                    fields.optionalNumber("id"),
                    Variable.read(node).key(),
                    fields.optionalFlag("transaction"),
                    fields.decimal("value"),
                    fields.word("type", KINDS),
                    fields.number("severity")));
        }
        return new MonitoringRequest.Set(wanted);
    }

    static MonitoringRequest clear(JsonNode payload) throws MalformedRequest {
        return new MonitoringRequest.Clear(CommandReader.numbers(payload, "id"));
    }

    static MonitoringRequest base(Fields fields) throws MalformedRequest {
        return new MonitoringRequest.Base(
                fields.word("monitoringBase", Map.of("All", true, "FactoryDefault", false, "HardWiredOnly", false)));
    }

    static MonitoringRequest level(Fields fields) throws MalformedRequest {
        return new MonitoringRequest.Level(fields.number("severity"));
    }

    static MonitoringRequest report(Fields fields) throws MalformedRequest {
        var choices = CommandReader.choices(fields.payload());
        var kinds = new ArrayList<Kind>();
        for (var criterion : CommandReader.words(fields.payload(), "monitoringCriteria", CRITERIA)) {
            kinds.addAll(criterion);
        }
        Predicate<Monitor> isOfKind = monitor -> kinds.isEmpty() || kinds.contains(monitor.kind());
        Predicate<Monitor> isAtPlace = monitor ->
                choices.isEmpty() || choices.stream().anyMatch(choice -> choice.takes(Variable.ofKey(monitor.key())));
        return new MonitoringRequest.Report(fields.number("requestId"), isOfKind.and(isAtPlace));
    }

    static Map<String, ?> answer(MonitoringRequest.Set request, Answer.MonitorsSet answer) {
        var results = new ArrayList<Map<String, Object>>();
        for (var place = 0; place < request.monitors().size(); place++) {
            var wanted = request.monitors().get(place);
            var given = answer.results().get(place);
            var variable = Variable.ofKey(wanted.key());
            var result = variable.named();
            if (given.id() != null) {
                result.put("id", given.id());
            }
            result.put("status", spelled(given.status(), variable));
            result.put("type", Spelling.of(wanted.kind()));
            result.put("severity", wanted.severity());
            results.add(result);
        }
        return Map.of("setMonitoringResult", results);
    }

    private static String spelled(Status status, Variable variable) {
        return switch (status) {
            case ACCEPTED -> "Accepted";
            case DUPLICATE -> "Duplicate";
            case UNSUPPORTED_KIND -> "UnsupportedMonitorType";
            case NOT_SUPPORTED -> variable.unknown();
            default -> "Rejected";
        };
    }

    static Map<String, ?> answer(MonitoringRequest.Clear request, Answer.StatusAnswers answer) {
        var results = new ArrayList<Map<String, Object>>();
        for (var place = 0; place < request.ids().size(); place++) {
            results.add(Map.of(
                    "id",
                    request.ids().get(place),
                    "status",
                    switch (answer.statuses().get(place)) {
                        case ACCEPTED -> "Accepted";
                        case NOT_FOUND -> "NotFound";
                        default -> "Rejected";
                    }));
        }
        return Map.of("clearMonitoringResult", results);
    }

    static Call reported(Message.MonitorsReported report) {
        var monitors = report.monitors().stream().map(Monitoring::reported).toList();
        return ChargerCalls.part(
                "NotifyMonitoringReport", report.requestId(), report.at(), report.part(), "monitor", monitors);
    }

    private static Map<String, Object> reported(Monitor monitor) {
        var set = new LinkedHashMap<String, Object>();
        set.put("id", monitor.id());
        set.put("transaction", monitor.duringTransaction());
        set.put("value", monitor.value());
        set.put("type", Spelling.of(monitor.kind()));
        set.put("severity", monitor.severity());
        var reported = Variable.ofKey(monitor.key()).named();
        reported.put("variableMonitoring", List.of(set));
        return reported;
    }
}
