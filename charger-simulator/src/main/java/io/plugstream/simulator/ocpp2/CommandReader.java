package io.plugstream.simulator.ocpp2;

import io.plugstream.simulator.charger.ChargingProfile;
import io.plugstream.simulator.charger.ChargingProfile.Purpose;
import io.plugstream.simulator.charger.Request;
import io.plugstream.simulator.charger.Request.ChangeConfiguration;
import io.plugstream.simulator.charger.Request.Reset.When;
import io.plugstream.simulator.charger.Request.SendLocalList.Entry;
import io.plugstream.simulator.charger.Request.Triggered;
import io.plugstream.simulator.protocol.Fields;
import io.plugstream.simulator.protocol.MalformedRequest;
import io.plugstream.simulator.protocol.ProfileReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a central system asks its stations (OCPP 2.0.1, part 2, section 1). */
final class CommandReader {

    private static final int STATION = 0;

    private static final Map<String, Triggered> MESSAGES = Map.of(
            "BootNotification", Triggered.BOOT,
            "Heartbeat", Triggered.HEARTBEAT,
            "MeterValues", Triggered.METER,
            "TransactionEvent", Triggered.TRANSACTION,
            "StatusNotification", Triggered.STATUS,
            "FirmwareStatusNotification", Triggered.FIRMWARE,
            "LogStatusNotification", Triggered.DIAGNOSTICS);

    private static final Map<String, Purpose> PURPOSES = Map.of(
            "ChargingStationMaxProfile", Purpose.WHOLE_CHARGER,
            "TxDefaultProfile", Purpose.BY_DEFAULT,
            "TxProfile", Purpose.TRANSACTION);

    private CommandReader() {}

    static Optional<Request> read(String action, JsonNode payload) throws MalformedRequest {
        var fields = new Fields(payload);
        return Optional.ofNullable(
                switch (action) {
                    case "RequestStartTransaction" ->
                        new Request.StartCharging(
                                fields.optionalNumber("evseId"),
                                token(payload.path("idToken")),
                                payload.has("chargingProfile") ? profile(payload.path("chargingProfile")) : null,
                                fields.number("remoteStartId"));
                    case "RequestStopTransaction" -> new Request.StopCharging(fields.text("transactionId"));
                    case "GetTransactionStatus" -> new Request.ReadTransaction(fields.optionalText("transactionId"));
                    case "Reset" ->
                        new Request.Reset(fields.word("type", Map.of("Immediate", When.HARD, "OnIdle", When.IDLE)));
                    case "UnlockConnector" -> {
                        fields.number("connectorId");
                        yield new Request.Unlock(fields.number("evseId"));
                    }
                    case "ChangeAvailability" ->
                        new Request.ChangeAvailability(
                                evse(payload, STATION),
                                fields.word("operationalStatus", Map.of("Operative", true, "Inoperative", false)));
                    case "GetVariables" -> new Request.ReadConfiguration(asked(payload.path("getVariableData")));
                    case "SetVariables" -> new Request.ChangeConfigurations(changes(payload.path("setVariableData")));
                    case "GetBaseReport" -> {
                        fields.text("reportBase");
                        yield new Request.ReportConfiguration(fields.number("requestId"));
                    }
                    case "TriggerMessage" ->
                        new Request.Trigger(
                                MESSAGES.get(fields.text("requestedMessage")),
                                payload.has("evse") ? evse(payload, STATION) : null);
                    case "ClearCache" -> new Request.ClearCache();
                    case "DataTransfer" -> new Request.ExchangeData(fields.text("vendorId"));
                    case "ReserveNow" ->
                        new Request.Reserve(
                                fields.number("id"),
                                payload.has("evseId") ? fields.number("evseId") : STATION,
                                token(payload.path("idToken")),
                                payload.has("groupIdToken") ? token(payload.path("groupIdToken")) : null,
                                fields.time("expiryDateTime"));
                    case "CancelReservation" -> new Request.CancelReservation(fields.number("reservationId"));
                    case "SendLocalList" ->
                        new Request.SendLocalList(
                                fields.number("versionNumber"),
                                fields.word("updateType", Map.of("Full", true, "Differential", false)),
                                entries(payload.path("localAuthorizationList")));
                    case "GetLocalListVersion" -> new Request.ReadLocalListVersion();
                    case "SetChargingProfile" ->
                        new Request.SetProfile(fields.number("evseId"), profile(payload.path("chargingProfile")));
                    case "ClearChargingProfile" -> clear(fields, payload.path("chargingProfileCriteria"));
                    case "GetCompositeSchedule" -> {
                        var amperes = fields.optionalWord("chargingRateUnit", Map.of("A", true, "W", false));
                        yield new Request.ReadSchedule(
                                fields.number("evseId"),
                                Duration.ofSeconds(fields.number("duration")),
                                amperes == null || amperes);
                    }
                    case "GetLog" -> {
                        new Fields(payload.path("log")).text("remoteLocation");
                        yield new Request.UploadDiagnostics(fields.number("requestId"));
                    }
                    case "UpdateFirmware" -> {
                        var firmware = new Fields(payload.path("firmware"));
                        firmware.text("location");
                        yield new Request.UpdateFirmware(firmware.time("retrieveDateTime"), fields.number("requestId"));
                    }
                    default -> null;
                });
    }

    private static String token(JsonNode node) throws MalformedRequest {
        return new Fields(node).text("idToken");
    }

    private static int evse(JsonNode payload, int otherwise) throws MalformedRequest {
        return payload.has("evse") ? new Fields(payload.path("evse")).number("id") : otherwise;
    }

    private static Request clear(Fields fields, JsonNode criteria) throws MalformedRequest {
        var filter = new Fields(criteria);
        return new Request.ClearProfiles(
                fields.optionalNumber("chargingProfileId"),
                filter.optionalNumber("evseId"),
                filter.optionalWord("chargingProfilePurpose", PURPOSES),
                filter.optionalNumber("stackLevel"));
    }

    /** Of several schedules the first: all but cars of ISO 15118 have only one (OCPP 2.0.1, part 2, 2.12). */
    private static ChargingProfile profile(JsonNode node) throws MalformedRequest {
        var fields = new Fields(node);
        return ProfileReader.read(
                fields,
                fields.number("id"),
                fields.word("chargingProfilePurpose", PURPOSES),
                fields.optionalText("transactionId"),
                new Fields(node.path("chargingSchedule").path(0)));
    }

    private static List<String> asked(JsonNode nodes) throws MalformedRequest {
        var keys = new ArrayList<String>();
        for (var node : some(nodes, "getVariableData")) {
            keys.add(Variable.read(node).key());
        }
        return keys;
    }

    private static List<ChangeConfiguration> changes(JsonNode nodes) throws MalformedRequest {
        var changes = new ArrayList<ChangeConfiguration>();
        for (var node : some(nodes, "setVariableData")) {
            changes.add(new ChangeConfiguration(Variable.read(node).key(), new Fields(node).text("attributeValue")));
        }
        return changes;
    }

    private static JsonNode some(JsonNode nodes, String name) throws MalformedRequest {
        if (!nodes.isArray() || nodes.isEmpty()) {
            throw new MalformedRequest(name, "must have an entry at least");
        }
        return nodes;
    }

    /** An entry without a word about its token takes it out of the list (OCPP 2.0.1, part 2, D01). */
    private static List<Entry> entries(JsonNode nodes) throws MalformedRequest {
        var entries = new ArrayList<Entry>();
        for (var node : nodes) {
            var info = node.path("idTokenInfo");
            entries.add(new Entry(token(node.path("idToken")), isAccepted(info)));
        }
        return entries;
    }

    private static @Nullable Boolean isAccepted(JsonNode info) throws MalformedRequest {
        return info.isMissingNode()
                ? null
                : (Boolean) new Fields(info).text("status").equals("Accepted");
    }
}
