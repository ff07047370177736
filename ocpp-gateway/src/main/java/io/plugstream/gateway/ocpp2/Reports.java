package io.plugstream.gateway.ocpp2;

import io.plugstream.gateway.payload.Words;
import io.plugstream.gateway.publish.ChargerStream;
import io.plugstream.model.command.ReportPart;
import io.plugstream.model.json.Timestamps;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads what a station reports for a command in messages after its answer. */
final class Reports {

    /** Statuses that end an upload or an update (OCPP 2.0.1, part 2, 3.45 and 3.65). */
    private static final Set<String> FINAL_STATUSES = Words.of("""
            AcceptedCanceled BadMessage NotSupportedOperation PermissionDenied UploadFailure Uploaded DownloadFailed
            InstallVerificationFailed InstallationFailed Installed InvalidSignature
            """);

    private final ChargerStream stream;

    Reports(ChargerStream stream) {
        this.stream = stream;
    }

    /** The part of a report in a message; null if it belongs to no command. */
    @Nullable
    ReportPart part(Action action, ObjectNode payload) {
        if (!payload.path("requestId").isNumber()) {
            return null;
        }
        boolean toBeContinued = payload.path("tbc").asBoolean(false);
        return switch (action) {
            case NOTIFY_REPORT -> numbered(payload, entries(payload, "reportData"), toBeContinued);
            case NOTIFY_MONITORING_REPORT -> numbered(payload, entries(payload, "monitor"), toBeContinued);
            case NOTIFY_CUSTOMER_INFORMATION ->
                numbered(payload, List.of(Commands.object().set("data", payload.path("data"))), toBeContinued);
            case NOTIFY_DISPLAY_MESSAGES ->
                part(same(payload), payload, null, !toBeContinued, entries(payload, "messageInfo"));
            case REPORT_CHARGING_PROFILES -> part(same(payload), payload, null, !toBeContinued, profiles(payload));
            case LOG_STATUS_NOTIFICATION, FIRMWARE_STATUS_NOTIFICATION -> status(payload);
            default -> throw new IllegalArgumentException(action.wireName());
        };
    }

    private ReportPart numbered(ObjectNode payload, List<JsonNode> items, boolean toBeContinued) {
        return part(stream.newEventId(), payload, payload.path("seqNo").intValue(), !toBeContinued, items);
    }

    private ReportPart status(ObjectNode payload) {
        String status = payload.path("status").stringValue();
        ObjectNode item = Commands.object().put("status", status);
        item.put("receivedAt", Timestamps.format(stream.now()));
        return part(stream.newEventId(), payload, null, FINAL_STATUSES.contains(status), List.of(item));
    }

    private ReportPart part(
            UUID partId, ObjectNode payload, @Nullable Integer seqNo, boolean last, List<JsonNode> items) {
        return new ReportPart(
                partId,
                stream.charger().organisationId(),
                stream.charger().chargeBoxId(),
                payload.path("requestId").intValue(),
                seqNo,
                last,
                stream.now(),
                items);
    }

    /** Parts without a number are identified by their content. */
    private static UUID same(ObjectNode payload) {
        return UUID.nameUUIDFromBytes(payload.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static List<JsonNode> entries(ObjectNode payload, String name) {
        return payload.path(name).valueStream().toList();
    }

    private static List<JsonNode> profiles(ObjectNode payload) {
        List<JsonNode> profiles = new ArrayList<>();
        for (JsonNode profile : payload.path("chargingProfile")) {
            ObjectNode item = Commands.object();
            Commands.copy(payload, "evseId", item, "evseId");
            Commands.copy(payload, "chargingLimitSource", item, "chargingLimitSource");
            item.set("chargingProfile", profile);
            profiles.add(item);
        }
        return profiles;
    }
}
