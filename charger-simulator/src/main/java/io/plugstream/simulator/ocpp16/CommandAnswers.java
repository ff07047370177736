package io.plugstream.simulator.ocpp16;

import io.plugstream.model.json.Timestamps;
import io.plugstream.simulator.charger.Answer;
import io.plugstream.simulator.charger.Answer.Status;
import io.plugstream.simulator.charger.ChargingProfile;
import io.plugstream.simulator.charger.Request;
import io.plugstream.simulator.protocol.Spelling;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Writes a charger's answers (OCPP 1.6, section 6). */
final class CommandAnswers {

    private CommandAnswers() {}

    static Map<String, ?> of(Request request, Answer answer) {
        return switch (answer) {
            case Answer.StatusAnswer(var status) -> Map.of("status", spelled(request, status));
            case Answer.Empty _ -> Map.of();
            case Answer.Configuration configuration -> configuration(configuration);
            case Answer.ListVersion(var version) -> Map.of("listVersion", version);
            case Answer.Diagnostics(var fileName, var _) -> Map.of("fileName", fileName);
            case Answer.Schedule schedule -> schedule(schedule);
            case Answer.StatusAnswers _, Answer.Transaction _, Answer.MonitorsSet _, Answer.Certificates _ ->
                throw new IllegalArgumentException("OCPP 1.6 has no request for " + answer);
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
                    case Request.ClearProfiles _ -> "Unknown";
                    default -> "Rejected";
                };
            case IN_TRANSACTION -> "UnlockFailed";
            case UNKNOWN_VENDOR -> "UnknownVendorId";
            default -> Spelling.of(status);
        };
    }

    private static Map<String, ?> configuration(Answer.Configuration configuration) {
        var payload = new LinkedHashMap<String, Object>();
        payload.put(
                "configurationKey",
                configuration.known().stream()
                        .map(entry -> Map.of(
                                "key", entry.key(),
                                "readonly", entry.readonly(),
                                "value", entry.value()))
                        .toList());
        if (!configuration.unknown().isEmpty()) {
            payload.put("unknownKey", configuration.unknown());
        }
        return payload;
    }

    private static Map<String, ?> schedule(Answer.Schedule answer) {
        var schedule = answer.schedule();
        if (schedule == null) {
            return Map.of("status", "Rejected");
        }
        var start = Timestamps.format(Objects.requireNonNull(schedule.start()));
        return Map.of(
                "status",
                "Accepted",
                "connectorId",
                answer.connectorId(),
                "scheduleStart",
                start,
                "chargingSchedule",
                Map.of(
                        "duration",
                        Objects.requireNonNull(schedule.length()).toSeconds(),
                        "startSchedule",
                        start,
                        "chargingRateUnit",
                        schedule.inAmperes() ? "A" : "W",
                        "chargingSchedulePeriod",
                        schedule.periods().stream().map(CommandAnswers::period).toList()));
    }

    private static Map<String, ?> period(ChargingProfile.Period period) {
        var payload = new LinkedHashMap<String, Object>();
        payload.put("startPeriod", period.start().toSeconds());
        payload.put("limit", period.limit());
        return payload;
    }
}
