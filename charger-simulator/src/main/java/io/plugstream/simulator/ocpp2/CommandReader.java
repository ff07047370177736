package io.plugstream.simulator.ocpp2;

import io.plugstream.simulator.charger.ChargingProfile;
import io.plugstream.simulator.charger.ChargingProfile.Purpose;
import io.plugstream.simulator.charger.DisplayRequest;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads a central system's CALLs to its stations (OCPP 2.0.1, part 2, section 1). */
final class CommandReader {

    private static final int STATION = 0;
    private static final int ONLY_CONNECTOR = 1;

    /** For a command to a connector that an EVSE lacks: no EVSE has this id. */
    private static final int NO_EVSE = -1;

    private static final Map<String, Triggered> MESSAGES = Map.of(
            "BootNotification", Triggered.BOOT,
            "Heartbeat", Triggered.HEARTBEAT,
            "MeterValues", Triggered.METER,
            "TransactionEvent", Triggered.TRANSACTION,
            "StatusNotification", Triggered.STATUS,
            "FirmwareStatusNotification", Triggered.FIRMWARE,
            "LogStatusNotification", Triggered.DIAGNOSTICS);

    static final Map<String, Purpose> PURPOSES = Map.of(
            "ChargingStationExternalConstraints", Purpose.EXTERNAL,
            "ChargingStationMaxProfile", Purpose.WHOLE_CHARGER,
            "TxDefaultProfile", Purpose.BY_DEFAULT,
            "TxProfile", Purpose.TRANSACTION);

    private static final Map<String, String> CRITERIA =
            Map.of("Active", "Active", "Available", "Available", "Enabled", "Enabled", "Problem", "Problem");

    private static final Map<String, String> SOURCES = Map.of("CSO", "CSO", "EMS", "EMS", "Other", "Other", "SO", "SO");

    /** Of tokens and transactions. */
    private static final int LONGEST_ID = 36;

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
                        new Request.Reset(
                                fields.word("type", Map.of("Immediate", When.HARD, "OnIdle", When.IDLE)),
                                fields.optionalNumber("evseId"));
                    case "UnlockConnector" -> {
                        var evse = fields.number("evseId");
                        yield new Request.Unlock(fields.number("connectorId") == ONLY_CONNECTOR ? evse : NO_EVSE);
                    }
                    case "ChangeAvailability" ->
                        new Request.ChangeAvailability(
                                payload.has("evse") ? evse(payload) : STATION,
                                fields.word("operationalStatus", Map.of("Operative", true, "Inoperative", false)));
                    case "GetVariables" -> new Request.ReadConfiguration(asked(payload));
                    case "SetVariables" -> new Request.ChangeConfigurations(changes(payload));
                    case "GetBaseReport" -> {
                        var base = fields.text("reportBase");
                        yield new Request.ReportConfiguration(
                                fields.number("requestId"), all -> Variable.ofBase(base, all));
                    }
                    case "GetReport" -> {
                        var choices = choices(payload);
                        var criteria = words(payload, "componentCriteria", CRITERIA);
                        yield new Request.ReportConfiguration(
                                fields.number("requestId"), all -> Variable.chosen(choices, criteria, all));
                    }
                    case "SetVariableMonitoring" -> Monitoring.set(payload);
                    case "ClearVariableMonitoring" -> Monitoring.clear(payload);
                    case "SetMonitoringBase" -> Monitoring.base(fields);
                    case "SetMonitoringLevel" -> Monitoring.level(fields);
                    case "GetMonitoringReport" -> Monitoring.report(fields);
                    case "SetDisplayMessage" -> Displays.show(payload.path("message"));
                    case "GetDisplayMessages" -> Displays.report(fields);
                    case "ClearDisplayMessage" -> new DisplayRequest.Clear(fields.number("id"));
                    case "CostUpdated" ->
                        new DisplayRequest.ShowCost(fields.text("transactionId"), fields.decimal("totalCost"));
                    case "InstallCertificate" -> CertificateMessages.install(fields);
                    case "GetInstalledCertificateIds" -> CertificateMessages.read(payload);
                    case "DeleteCertificate" -> CertificateMessages.delete(payload.path("certificateHashData"));
                    case "CertificateSigned" -> CertificateMessages.signed(fields);
                    case "CustomerInformation" -> customer(fields);
                    case "SetNetworkProfile" -> network(fields, new Fields(payload.path("connectionData")));
                    case "PublishFirmware", "UnpublishFirmware" -> {
                        fields.text("checksum");
                        yield new Request.PublishFirmware();
                    }
                    case "TriggerMessage" ->
                        new Request.Trigger(
                                MESSAGES.get(fields.text("requestedMessage")),
                                payload.has("evse") ? evse(payload) : null);
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
                    case "GetChargingProfiles" -> profiles(fields, new Fields(payload.path("chargingProfile")));
                    case "GetCompositeSchedule" -> {
                        var amperes = fields.optionalWord("chargingRateUnit", Map.of("A", true, "W", false));
                        yield new Request.ReadSchedule(
                                fields.number("evseId"),
                                Duration.ofSeconds(fields.number("duration")),
                                amperes == null || amperes);
                    }
                    case "GetLog" -> {
                        fields.word("logType", Map.of("DiagnosticsLog", true, "SecurityLog", false));
                        new Fields(payload.path("log")).text("remoteLocation");
                        yield new Request.UploadDiagnostics(fields.number("requestId"));
                    }
                    case "UpdateFirmware" -> {
                        var firmware = new Fields(payload.path("firmware"));
                        firmware.text("location");
                        yield new Request.UpdateFirmware(
                                firmware.time("retrieveDateTime"),
                                fields.number("requestId"),
                                firmware.optionalText("signingCertificate"));
                    }
                    default -> null;
                });
    }

    private static String token(JsonNode node) throws MalformedRequest {
        return new Fields(node).text("idToken", LONGEST_ID);
    }

    private static int evse(JsonNode payload) throws MalformedRequest {
        var fields = new Fields(payload.path("evse"));
        var connector = fields.optionalNumber("connectorId");
        return connector == null || connector == ONLY_CONNECTOR ? fields.number("id") : NO_EVSE;
    }

    private static Request clear(Fields fields, JsonNode criteria) throws MalformedRequest {
        var filter = new Fields(criteria);
        return new Request.ClearProfiles(
                fields.optionalNumber("chargingProfileId"),
                filter.optionalNumber("evseId"),
                filter.optionalWord("chargingProfilePurpose", PURPOSES),
                filter.optionalNumber("stackLevel"));
    }

    /** Reads only the first schedule: only ISO 15118 cars have several (OCPP 2.0.1, part 2, 2.12). */
    private static ChargingProfile profile(JsonNode node) throws MalformedRequest {
        var fields = new Fields(node);
        return ProfileReader.read(
                fields,
                fields.number("id"),
                fields.word("chargingProfilePurpose", PURPOSES),
                fields.optionalText("transactionId", LONGEST_ID),
                new Fields(node.path("chargingSchedule").path(0)));
    }

    private static Request profiles(Fields fields, Fields filter) throws MalformedRequest {
        var evse = fields.optionalNumber("evseId");
        var purpose = filter.optionalWord("chargingProfilePurpose", PURPOSES);
        var level = filter.optionalNumber("stackLevel");
        var ids = filter.payload().has("chargingProfileId") ? numbers(filter.payload(), "chargingProfileId") : null;
        var sources = words(filter.payload(), "chargingLimitSource", SOURCES);
        return new Request.ReportProfiles(
                fields.number("requestId"),
                profile -> (evse == null || evse == profile.connectorId())
                        && (purpose == null || purpose == profile.purpose())
                        && (level == null || level == profile.stackLevel())
                        && (ids == null || ids.contains(profile.id()))
                        && (sources.isEmpty() || sources.contains(ProfileReport.SOURCE)));
    }

    private static Request customer(Fields fields) throws MalformedRequest {
        var payload = fields.payload();
        var ways = Stream.of("idToken", "customerIdentifier", "customerCertificate")
                .filter(payload::has)
                .count();
        return new Request.CustomerInformation(
                fields.number("requestId"),
                fields.flag("report"),
                fields.flag("clear"),
                (int) ways,
                payload.has("idToken") ? token(payload.path("idToken")) : null);
    }

    private static Request network(Fields fields, Fields profile) throws MalformedRequest {
        profile.number("messageTimeout");
        profile.number("securityProfile");
        profile.text("ocppInterface");
        var isPossible = profile.text("ocppVersion").equals("OCPP20")
                && profile.text("ocppTransport").equals("JSON")
                && profile.text("ocppCsmsUrl").matches("wss?://.+");
        return new Request.SetNetworkProfile(fields.number("configurationSlot"), isPossible);
    }

    static List<Variable.Choice> choices(JsonNode payload) throws MalformedRequest {
        var choices = new ArrayList<Variable.Choice>();
        for (var node : payload.path("componentVariable")) {
            choices.add(Variable.Choice.read(node));
        }
        return choices;
    }

    static List<Integer> numbers(JsonNode payload, String name) throws MalformedRequest {
        var numbers = new ArrayList<Integer>();
        for (var node : some(payload, name)) {
            if (!node.isInt()) {
                throw new MalformedRequest(name, "must be whole numbers");
            }
            numbers.add(node.intValue());
        }
        return numbers;
    }

    /** The meaning of each word in a list; empty if there is no list. */
    static <T> List<T> words(JsonNode payload, String name, Map<String, T> words) throws MalformedRequest {
        var meanings = new ArrayList<T>();
        for (var node : payload.path(name)) {
            var meaning = words.get(node.asString(""));
            if (meaning == null) {
                throw new MalformedRequest(name, "contains an invalid value");
            }
            meanings.add(meaning);
        }
        return meanings;
    }

    private static List<String> asked(JsonNode payload) throws MalformedRequest {
        var keys = new ArrayList<String>();
        for (var node : some(payload, "getVariableData")) {
            keys.add(Variable.read(node).key());
        }
        return keys;
    }

    private static List<ChangeConfiguration> changes(JsonNode payload) throws MalformedRequest {
        var changes = new ArrayList<ChangeConfiguration>();
        for (var node : some(payload, "setVariableData")) {
            changes.add(new ChangeConfiguration(Variable.read(node).key(), new Fields(node).text("attributeValue")));
        }
        return changes;
    }

    static JsonNode some(JsonNode payload, String name) throws MalformedRequest {
        var nodes = payload.path(name);
        if (!nodes.isArray() || nodes.isEmpty()) {
            throw new MalformedRequest(name, "must have at least one entry");
        }
        return nodes;
    }

    /** An entry without idTokenInfo removes its token from the list (OCPP 2.0.1, part 2, D01). */
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
