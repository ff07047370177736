package io.plugstream.simulator.ocpp2;

import io.plugstream.model.json.Timestamps;
import io.plugstream.simulator.charger.Answer;
import io.plugstream.simulator.charger.Answer.Status;
import io.plugstream.simulator.charger.CertificateRequest;
import io.plugstream.simulator.charger.DisplayRequest;
import io.plugstream.simulator.charger.MonitoringRequest;
import io.plugstream.simulator.charger.Request;
import io.plugstream.simulator.protocol.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Writes a station's answers (OCPP 2.0.1, part 2, section 1). */
final class CommandAnswers {

    private static final String STATUS = "status";

    private CommandAnswers() {}

    static Map<String, ?> of(Request request, Answer answer) {
        return switch (answer) {
            case Answer.StatusAnswer(var status) -> Map.of(STATUS, spelled(request, status));
            case Answer.Empty _ -> Map.of();
            case Answer.Configuration configuration
            when request instanceof Request.ReadConfiguration(var keys) -> variables(keys, configuration);
            case Answer.StatusAnswers(var statuses)
            when request instanceof Request.ChangeConfigurations(var changes) -> changed(changes, statuses);
            case Answer.StatusAnswers answers
            when request instanceof MonitoringRequest.Clear clear -> Monitoring.answer(clear, answers);
            case Answer.MonitorsSet results
            when request instanceof MonitoringRequest.Set set -> Monitoring.answer(set, results);
            case Answer.Certificates certificates -> CertificateMessages.answer(certificates);
            case Answer.Transaction transaction -> transaction(transaction);
            case Answer.ListVersion(var version) -> Map.of("versionNumber", version);
            case Answer.Diagnostics(var fileName, var replaces) ->
                Map.of(STATUS, replaces ? "AcceptedCanceled" : "Accepted", "filename", fileName);
            case Answer.Schedule schedule -> schedule(schedule);
            case Answer.Configuration _, Answer.StatusAnswers _, Answer.MonitorsSet _ ->
                throw new IllegalArgumentException(request + " was not answered by " + answer);
            case Answer.Refusal _, Answer.Silence _ ->
                throw new IllegalArgumentException("Errors and silence have no payload");
        };
    }

    private static String spelled(Request request, Status status) {
        return switch (status) {
            case REJECTED ->
                switch (request) {
                    case Request.Unlock _ -> "UnlockFailed";
                    case Request.SendLocalList _ -> "Failed";
                    case Request.ClearProfiles _, DisplayRequest.Report _, DisplayRequest.Clear _ -> "Unknown";
                    case Request.ReportProfiles _ -> "NoProfiles";
                    case CertificateRequest.Delete _ -> "Failed";
                    default -> "Rejected";
                };
            case IN_TRANSACTION -> "OngoingAuthorizedTransaction";
            case NOT_SUPPORTED -> request instanceof Request.Unlock ? "UnknownConnector" : "Rejected";
            case UNKNOWN_VENDOR -> "UnknownVendorId";
            case EMPTY -> request instanceof Request.ReportProfiles ? "NoProfiles" : "EmptyResultSet";
            case UNSUPPORTED_FORMAT -> "NotSupportedMessageFormat";
            case UNSUPPORTED_KIND -> "UnsupportedMonitorType";
            default -> Spelling.of(status);
        };
    }

    private static Map<String, ?> variables(List<String> keys, Answer.Configuration configuration) {
        var results = new ArrayList<Map<String, Object>>();
        for (var key : keys) {
            var variable = Variable.ofKey(key);
            var result = variable.namedWithAttribute();
            var known = configuration.known().stream()
                    .filter(entry -> entry.key().equals(key))
                    .findFirst();
            result.put("attributeStatus", known.isPresent() ? "Accepted" : variable.unknown());
            known.ifPresent(entry -> result.put("attributeValue", entry.value()));
            results.add(result);
        }
        return Map.of("getVariableResult", results);
    }

    private static Map<String, ?> changed(List<Request.ChangeConfiguration> changes, List<Status> statuses) {
        var results = new ArrayList<Map<String, Object>>();
        for (var place = 0; place < changes.size(); place++) {
            var variable = Variable.ofKey(changes.get(place).key());
            var result = variable.namedWithAttribute();
            result.put(
                    "attributeStatus",
                    switch (statuses.get(place)) {
                        case ACCEPTED -> "Accepted";
                        case NOT_SUPPORTED -> variable.unknown();
                        default -> "Rejected";
                    });
            results.add(result);
        }
        return Map.of("setVariableResult", results);
    }

    private static Map<String, ?> transaction(Answer.Transaction transaction) {
        return transaction.running() == null
                ? Map.of("messagesInQueue", transaction.unsent())
                : Map.of("ongoingIndicator", transaction.running(), "messagesInQueue", transaction.unsent());
    }

    private static Map<String, ?> schedule(Answer.Schedule answer) {
        var schedule = answer.schedule();
        if (schedule == null) {
            return Map.of(STATUS, "Rejected");
        }
        return Map.of(
                STATUS,
                "Accepted",
                "schedule",
                Map.of(
                        "evseId", answer.connectorId(),
                        "duration", Objects.requireNonNull(schedule.length()).toSeconds(),
                        "scheduleStart", Timestamps.format(Objects.requireNonNull(schedule.start())),
                        "chargingRateUnit", schedule.inAmperes() ? "A" : "W",
                        "chargingSchedulePeriod",
                                schedule.periods().stream()
                                        .map(ProfileReport::period)
                                        .toList()));
    }
}
