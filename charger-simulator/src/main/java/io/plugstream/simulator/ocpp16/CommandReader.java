package io.plugstream.simulator.ocpp16;

import io.plugstream.simulator.charger.ChargingProfile;
import io.plugstream.simulator.charger.ChargingProfile.Purpose;
import io.plugstream.simulator.charger.Request;
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

/** Reads a central system's CALLs to its chargers (OCPP 1.6, section 5). */
final class CommandReader {

    private static final Map<String, Triggered> MESSAGES = Map.of(
            "BootNotification", Triggered.BOOT,
            "Heartbeat", Triggered.HEARTBEAT,
            "MeterValues", Triggered.METER,
            "StatusNotification", Triggered.STATUS,
            "FirmwareStatusNotification", Triggered.FIRMWARE,
            "DiagnosticsStatusNotification", Triggered.DIAGNOSTICS);

    private static final Map<String, Purpose> PURPOSES = Map.of(
            "ChargePointMaxProfile", Purpose.WHOLE_CHARGER,
            "TxDefaultProfile", Purpose.BY_DEFAULT,
            "TxProfile", Purpose.TRANSACTION);

    private static final int LONGEST_TAG = 20;

    private CommandReader() {}

    static Optional<Request> read(String action, JsonNode payload) throws MalformedRequest {
        var fields = new Fields(payload);
        return Optional.ofNullable(
                switch (action) {
                    case "RemoteStartTransaction" ->
                        new Request.StartCharging(
                                fields.optionalNumber("connectorId"),
                                fields.text("idTag", LONGEST_TAG),
                                payload.has("chargingProfile") ? profile(payload.path("chargingProfile")) : null,
                                null);
                    case "RemoteStopTransaction" ->
                        new Request.StopCharging(Integer.toString(fields.number("transactionId")));
                    case "Reset" ->
                        new Request.Reset(fields.word("type", Map.of("Hard", When.HARD, "Soft", When.SOFT)), null);
                    case "UnlockConnector" -> new Request.Unlock(fields.number("connectorId"));
                    case "ChangeAvailability" ->
                        new Request.ChangeAvailability(
                                fields.number("connectorId"),
                                fields.word("type", Map.of("Operative", true, "Inoperative", false)));
                    case "GetConfiguration" -> new Request.ReadConfiguration(keys(payload.path("key")));
                    case "ChangeConfiguration" ->
                        new Request.ChangeConfiguration(fields.text("key"), fields.text("value"));
                    case "TriggerMessage" ->
                        new Request.Trigger(
                                MESSAGES.get(fields.text("requestedMessage")), fields.optionalNumber("connectorId"));
                    case "ClearCache" -> new Request.ClearCache();
                    case "DataTransfer" -> new Request.ExchangeData(fields.text("vendorId"));
                    case "ReserveNow" ->
                        new Request.Reserve(
                                fields.number("reservationId"),
                                fields.number("connectorId"),
                                fields.text("idTag", LONGEST_TAG),
                                fields.optionalText("parentIdTag", LONGEST_TAG),
                                fields.time("expiryDate"));
                    case "CancelReservation" -> new Request.CancelReservation(fields.number("reservationId"));
                    case "SendLocalList" ->
                        new Request.SendLocalList(
                                fields.number("listVersion"),
                                fields.word("updateType", Map.of("Full", true, "Differential", false)),
                                entries(payload.path("localAuthorizationList")));
                    case "GetLocalListVersion" -> new Request.ReadLocalListVersion();
                    case "SetChargingProfile" ->
                        new Request.SetProfile(
                                fields.number("connectorId"), profile(payload.path("csChargingProfiles")));
                    case "ClearChargingProfile" ->
                        new Request.ClearProfiles(
                                fields.optionalNumber("id"),
                                fields.optionalNumber("connectorId"),
                                fields.optionalWord("chargingProfilePurpose", PURPOSES),
                                fields.optionalNumber("stackLevel"));
                    case "GetCompositeSchedule" ->
                        new Request.ReadSchedule(
                                fields.number("connectorId"),
                                Duration.ofSeconds(fields.number("duration")),
                                isAmperes(fields.optionalWord("chargingRateUnit", Map.of("A", true, "W", false))));
                    case "GetDiagnostics" -> {
                        fields.text("location");
                        yield new Request.UploadDiagnostics(null);
                    }
                    case "UpdateFirmware" -> {
                        fields.text("location");
                        yield new Request.UpdateFirmware(fields.time("retrieveDate"), null, null);
                    }
                    default -> null;
                });
    }

    private static boolean isAmperes(@Nullable Boolean amperes) {
        return amperes == null || amperes;
    }

    private static ChargingProfile profile(JsonNode node) throws MalformedRequest {
        var fields = new Fields(node);
        var transaction = fields.optionalNumber("transactionId");
        return ProfileReader.read(
                fields,
                fields.number("chargingProfileId"),
                fields.word("chargingProfilePurpose", PURPOSES),
                transaction == null ? null : transaction.toString(),
                new Fields(node.path("chargingSchedule")));
    }

    /** An entry without idTagInfo removes its tag from the list (OCPP 1.6, 7.1). */
    private static List<Entry> entries(JsonNode nodes) throws MalformedRequest {
        var entries = new ArrayList<Entry>();
        for (var node : nodes) {
            var info = node.path("idTagInfo");
            entries.add(new Entry(
                    new Fields(node).text("idTag", LONGEST_TAG),
                    info.isMissingNode()
                            ? null
                            : new Fields(info).text("status").equals("Accepted")));
        }
        return entries;
    }

    private static List<String> keys(JsonNode nodes) throws MalformedRequest {
        var keys = new ArrayList<String>();
        for (var node : nodes) {
            if (!node.isString()) {
                throw new MalformedRequest("key", "must be strings");
            }
            keys.add(node.stringValue());
        }
        return keys;
    }
}
