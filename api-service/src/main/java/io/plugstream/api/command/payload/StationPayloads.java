package io.plugstream.api.command.payload;

import static io.plugstream.api.command.payload.Member.optional;
import static io.plugstream.api.command.payload.Member.required;
import static io.plugstream.api.command.payload.Shapes.ADDRESS;
import static io.plugstream.api.command.payload.Shapes.ANYTHING;
import static io.plugstream.api.command.payload.Shapes.DECIMAL;
import static io.plugstream.api.command.payload.Shapes.FLAG;
import static io.plugstream.api.command.payload.Shapes.MOMENT;
import static io.plugstream.api.command.payload.Shapes.WHOLE;
import static io.plugstream.api.command.payload.Shapes.both;
import static io.plugstream.api.command.payload.Shapes.objectWith;
import static io.plugstream.api.command.payload.Shapes.oneOf;
import static io.plugstream.api.command.payload.Shapes.someOf;
import static io.plugstream.api.command.payload.Shapes.text;
import static java.util.Map.entry;

import io.plugstream.api.http.Fault;
import io.plugstream.model.command.CommandAction;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What each operation of OCPP 2.0.1 takes (part 2, sections 1 and 2). The numbers of requests are ours and no part of it, and
 * transactions are named by our numbers, as everywhere.
 */
public final class StationPayloads {

    private static final String WORDING = "ocpp2.0.1";

    /** What vendors add, to any object (part 2, 2.2). */
    private static final Member CUSTOM_DATA = optional("customData", objectWith(required("vendorId", text(255))));

    private static final Shape NOTHING = object();
    private static final Shape TRANSACTION = WHOLE;
    private static final Shape LOCATION = both(text(512), ADDRESS);
    private static final Shape HASH_ALGORITHM = oneOf("SHA256", "SHA384", "SHA512");

    private static final Shape EVSE = object(required("id", WHOLE), optional("connectorId", WHOLE));

    private static final Shape COMPONENT =
            object(required("name", text(50)), optional("instance", text(50)), optional("evse", EVSE));

    private static final Shape VARIABLE = object(required("name", text(50)), optional("instance", text(50)));

    private static final Shape ID_TOKEN = object(
            required("idToken", text(36)),
            required("type", Payloads.ID_TOKEN_TYPE),
            optional(
                    "additionalInfo",
                    someOf(object(required("additionalIdToken", text(36)), required("type", text(50))))));

    private static final Shape CERTIFICATE_HASHES = object(
            required("hashAlgorithm", HASH_ALGORITHM),
            required("issuerNameHash", text(128)),
            required("issuerKeyHash", text(128)),
            required("serialNumber", text(40)));

    private static final Shape MESSAGE_CONTENT = object(
            required("format", oneOf("ASCII", "HTML", "URI", "UTF8")),
            optional("language", text(8)),
            required("content", text(512)));

    private static final Shape PRIORITY = oneOf("AlwaysFront", "InFront", "NormalCycle");
    private static final Shape DISPLAY_STATE = oneOf("Charging", "Faulted", "Idle", "Unavailable");

    private static final Shape PURPOSE =
            oneOf("ChargingStationExternalConstraints", "ChargingStationMaxProfile", "TxDefaultProfile", "TxProfile");

    private static final Shape COST = object(
            required(
                    "costKind",
                    oneOf("CarbonDioxideEmission", "RelativePricePercentage", "RenewableGenerationPercentage")),
            required("amount", WHOLE),
            optional("amountMultiplier", WHOLE));

    private static final Shape TARIFF_ENTRY = object(
            required("relativeTimeInterval", object(required("start", WHOLE), optional("duration", WHOLE))),
            optional("ePriceLevel", WHOLE),
            optional(
                    "consumptionCost",
                    someOf(object(required("startValue", DECIMAL), required("cost", someOf(COST, 3))), 3)));

    private static final Shape SALES_TARIFF = object(
            required("id", WHOLE),
            optional("salesTariffDescription", text(32)),
            optional("numEPriceLevels", WHOLE),
            required("salesTariffEntry", someOf(TARIFF_ENTRY, 1024)));

    private static final Shape CHARGING_SCHEDULE = object(
            required("id", WHOLE),
            optional("startSchedule", MOMENT),
            optional("duration", WHOLE),
            required("chargingRateUnit", Payloads.RATE_UNIT),
            required(
                    "chargingSchedulePeriod",
                    someOf(
                            object(
                                    required("startPeriod", WHOLE),
                                    required("limit", DECIMAL),
                                    optional("numberPhases", WHOLE),
                                    optional("phaseToUse", WHOLE)),
                            1024)),
            optional("minChargingRate", DECIMAL),
            optional("salesTariff", SALES_TARIFF));

    private static final Shape CHARGING_PROFILE = object(
            required("id", WHOLE),
            required("stackLevel", WHOLE),
            required("chargingProfilePurpose", PURPOSE),
            required("chargingProfileKind", oneOf("Absolute", "Recurring", "Relative")),
            optional("recurrencyKind", oneOf("Daily", "Weekly")),
            optional("validFrom", MOMENT),
            optional("validTo", MOMENT),
            required("chargingSchedule", someOf(CHARGING_SCHEDULE, 3)),
            optional("transactionId", TRANSACTION));

    private static final Shape COMPONENT_VARIABLES =
            someOf(object(required("component", COMPONENT), optional("variable", VARIABLE)));

    private static final Shape ATTRIBUTE = oneOf("Actual", "MaxSet", "MinSet", "Target");

    private static final Shape LOCAL_ENTRY = object(
            required("idToken", ID_TOKEN),
            optional(
                    "idTokenInfo",
                    object(
                            required(
                                    "status",
                                    oneOf(
                                            "Accepted",
                                            "Blocked",
                                            "ConcurrentTx",
                                            "Expired",
                                            "Invalid",
                                            "NoCredit",
                                            "NotAllowedTypeEVSE",
                                            "NotAtThisLocation",
                                            "NotAtThisTime",
                                            "Unknown")),
                            optional("cacheExpiryDateTime", MOMENT),
                            optional("chargingPriority", WHOLE),
                            optional("language1", text(8)),
                            optional("language2", text(8)),
                            optional("evseId", someOf(WHOLE)),
                            optional("groupIdToken", ID_TOKEN),
                            optional("personalMessage", MESSAGE_CONTENT))));

    private static final Shape NETWORK_PROFILE = object(
            required("ocppVersion", oneOf("OCPP12", "OCPP15", "OCPP16", "OCPP20")),
            required("ocppTransport", oneOf("JSON", "SOAP")),
            required("ocppCsmsUrl", text(512)),
            required("messageTimeout", WHOLE),
            required("securityProfile", WHOLE),
            required(
                    "ocppInterface",
                    oneOf("Wired0", "Wired1", "Wired2", "Wired3", "Wireless0", "Wireless1", "Wireless2", "Wireless3")),
            optional(
                    "apn",
                    object(
                            required("apn", text(512)),
                            optional("apnUserName", text(20)),
                            optional("apnPassword", text(20)),
                            optional("simPin", WHOLE),
                            optional("preferredNetwork", text(6)),
                            optional("useOnlyPreferredNetwork", FLAG),
                            required("apnAuthentication", oneOf("AUTO", "CHAP", "NONE", "PAP")))),
            optional(
                    "vpn",
                    object(
                            required("server", text(512)),
                            required("user", text(20)),
                            optional("group", text(20)),
                            required("password", text(20)),
                            required("key", text(255)),
                            required("type", oneOf("IKEv2", "IPSec", "L2TP", "PPTP")))));

    private static final Shape DISPLAY_MESSAGE = object(
            required("id", WHOLE),
            required("priority", PRIORITY),
            optional("state", DISPLAY_STATE),
            optional("startDateTime", MOMENT),
            optional("endDateTime", MOMENT),
            optional("transactionId", TRANSACTION),
            optional("display", COMPONENT),
            required("message", MESSAGE_CONTENT));

    private static final Shape CONNECTOR_TYPE = oneOf(
            "cCCS1",
            "cCCS2",
            "cG105",
            "cTesla",
            "cType1",
            "cType2",
            "s309-1P-16A",
            "s309-1P-32A",
            "s309-3P-16A",
            "s309-3P-32A",
            "sBS1361",
            "sCEE-7-7",
            "sType2",
            "sType3",
            "Other1PhMax16A",
            "Other1PhOver16A",
            "Other3Ph",
            "Pan",
            "wInductive",
            "wResonant",
            "Undetermined",
            "Unknown");

    private static final Shape FIRMWARE = object(
            required("location", LOCATION),
            required("retrieveDateTime", MOMENT),
            optional("installDateTime", MOMENT),
            optional("signingCertificate", text(5500)),
            optional("signature", text(800)));

    /** Of operations that only OCPP 2.0.1 has. */
    private static final Map<String, Shape> OWN = Map.ofEntries(
            entry(
                    "CertificateSigned",
                    object(
                            required("certificateChain", text(10_000)),
                            optional("certificateType", oneOf("ChargingStationCertificate", "V2GCertificate")))),
            entry("ClearDisplayMessage", object(required("id", WHOLE))),
            entry("ClearVariableMonitoring", object(required("id", someOf(WHOLE)))),
            entry("CostUpdated", object(required("totalCost", DECIMAL), required("transactionId", TRANSACTION))),
            entry(
                    "CustomerInformation",
                    object(
                            required("report", FLAG),
                            required("clear", FLAG),
                            optional("customerIdentifier", text(64)),
                            optional("idToken", ID_TOKEN),
                            optional("customerCertificate", CERTIFICATE_HASHES))),
            entry("DeleteCertificate", object(required("certificateHashData", CERTIFICATE_HASHES))),
            entry(
                    "GetBaseReport",
                    object(required(
                            "reportBase", oneOf("ConfigurationInventory", "FullInventory", "SummaryInventory")))),
            entry(
                    "GetChargingProfiles",
                    object(
                            optional("evseId", WHOLE),
                            required(
                                    "chargingProfile",
                                    object(
                                            optional("chargingProfilePurpose", PURPOSE),
                                            optional("stackLevel", WHOLE),
                                            optional("chargingProfileId", someOf(WHOLE)),
                                            optional(
                                                    "chargingLimitSource",
                                                    someOf(oneOf("CSO", "EMS", "Other", "SO"), 4)))))),
            entry(
                    "GetDisplayMessages",
                    object(
                            optional("id", someOf(WHOLE)),
                            optional("priority", PRIORITY),
                            optional("state", DISPLAY_STATE))),
            entry(
                    "GetInstalledCertificateIds",
                    object(optional(
                            "certificateType",
                            someOf(oneOf(
                                    "CSMSRootCertificate",
                                    "ManufacturerRootCertificate",
                                    "MORootCertificate",
                                    "V2GCertificateChain",
                                    "V2GRootCertificate"))))),
            entry(
                    "GetLog",
                    object(
                            required("logType", oneOf("DiagnosticsLog", "SecurityLog")),
                            required(
                                    "log",
                                    object(
                                            required("remoteLocation", LOCATION),
                                            optional("oldestTimestamp", MOMENT),
                                            optional("latestTimestamp", MOMENT))),
                            optional("retries", WHOLE),
                            optional("retryInterval", WHOLE))),
            entry(
                    "GetMonitoringReport",
                    object(
                            optional("componentVariable", COMPONENT_VARIABLES),
                            optional(
                                    "monitoringCriteria",
                                    someOf(oneOf("DeltaMonitoring", "PeriodicMonitoring", "ThresholdMonitoring"), 3)))),
            entry(
                    "GetReport",
                    object(
                            optional("componentVariable", COMPONENT_VARIABLES),
                            optional(
                                    "componentCriteria",
                                    someOf(oneOf("Active", "Available", "Enabled", "Problem"), 4)))),
            entry("GetTransactionStatus", object(optional("transactionId", TRANSACTION))),
            entry(
                    "GetVariables",
                    object(required(
                            "getVariableData",
                            someOf(object(
                                    optional("attributeType", ATTRIBUTE),
                                    required("component", COMPONENT),
                                    required("variable", VARIABLE)))))),
            entry(
                    "InstallCertificate",
                    object(
                            required(
                                    "certificateType",
                                    oneOf(
                                            "CSMSRootCertificate",
                                            "ManufacturerRootCertificate",
                                            "MORootCertificate",
                                            "V2GRootCertificate")),
                            required("certificate", text(5500)))),
            entry(
                    "PublishFirmware",
                    object(
                            required("location", LOCATION),
                            required("checksum", text(32)),
                            optional("retries", WHOLE),
                            optional("retryInterval", WHOLE))),
            entry(
                    "RequestStartTransaction",
                    object(
                            required("idToken", ID_TOKEN),
                            optional("evseId", WHOLE),
                            optional("groupIdToken", ID_TOKEN),
                            optional("chargingProfile", CHARGING_PROFILE))),
            entry("RequestStopTransaction", object(required("transactionId", TRANSACTION))),
            entry("SetDisplayMessage", object(required("message", DISPLAY_MESSAGE))),
            entry(
                    "SetMonitoringBase",
                    object(required("monitoringBase", oneOf("All", "FactoryDefault", "HardWiredOnly")))),
            entry("SetMonitoringLevel", object(required("severity", WHOLE))),
            entry(
                    "SetNetworkProfile",
                    object(required("configurationSlot", WHOLE), required("connectionData", NETWORK_PROFILE))),
            entry(
                    "SetVariableMonitoring",
                    object(required(
                            "setMonitoringData",
                            someOf(object(
                                    optional("id", WHOLE),
                                    optional("transaction", FLAG),
                                    required("value", DECIMAL),
                                    required(
                                            "type",
                                            oneOf(
                                                    "Delta",
                                                    "LowerThreshold",
                                                    "Periodic",
                                                    "PeriodicClockAligned",
                                                    "UpperThreshold")),
                                    required("severity", WHOLE),
                                    required("component", COMPONENT),
                                    required("variable", VARIABLE)))))),
            entry(
                    "SetVariables",
                    object(required(
                            "setVariableData",
                            someOf(object(
                                    optional("attributeType", ATTRIBUTE),
                                    required("attributeValue", text(1000)),
                                    required("component", COMPONENT),
                                    required("variable", VARIABLE)))))),
            entry("UnpublishFirmware", object(required("checksum", text(32)))));

    /** Of operations that OCPP 1.6 has, too, with other payloads. */
    private static final Map<String, Shape> SHARED = Map.ofEntries(
            entry("CancelReservation", object(required("reservationId", WHOLE))),
            entry(
                    "ChangeAvailability",
                    object(required("operationalStatus", oneOf("Inoperative", "Operative")), optional("evse", EVSE))),
            entry("ClearCache", NOTHING),
            entry(
                    "ClearChargingProfile",
                    object(
                                    optional("chargingProfileId", WHOLE),
                                    optional(
                                            "chargingProfileCriteria",
                                            object(
                                                    optional("evseId", WHOLE),
                                                    optional("chargingProfilePurpose", PURPOSE),
                                                    optional("stackLevel", WHOLE))))
                            .and(StationPayloads::isNotEmpty)),
            entry(
                    "DataTransfer",
                    object(
                            required("vendorId", text(255)),
                            optional("messageId", text(50)),
                            optional("data", ANYTHING))),
            entry(
                    "GetCompositeSchedule",
                    object(
                            required("evseId", WHOLE),
                            required("duration", WHOLE),
                            optional("chargingRateUnit", Payloads.RATE_UNIT))),
            entry("GetLocalListVersion", NOTHING),
            entry(
                    "ReserveNow",
                    object(
                            required("id", WHOLE),
                            required("expiryDateTime", MOMENT),
                            required("idToken", ID_TOKEN),
                            optional("evseId", WHOLE),
                            optional("connectorType", CONNECTOR_TYPE),
                            optional("groupIdToken", ID_TOKEN))),
            entry("Reset", object(required("type", oneOf("Immediate", "OnIdle")), optional("evseId", WHOLE))),
            entry(
                    "SendLocalList",
                    object(
                            required("versionNumber", WHOLE),
                            required("updateType", oneOf("Differential", "Full")),
                            optional("localAuthorizationList", someOf(LOCAL_ENTRY)))),
            entry(
                    "SetChargingProfile",
                    object(required("evseId", WHOLE), required("chargingProfile", CHARGING_PROFILE))),
            entry(
                    "TriggerMessage",
                    object(
                            required(
                                    "requestedMessage",
                                    oneOf(
                                            "BootNotification",
                                            "FirmwareStatusNotification",
                                            "Heartbeat",
                                            "LogStatusNotification",
                                            "MeterValues",
                                            "PublishFirmwareStatusNotification",
                                            "SignChargingStationCertificate",
                                            "SignCombinedCertificate",
                                            "SignV2GCertificate",
                                            "StatusNotification",
                                            "TransactionEvent")),
                            optional("evse", EVSE))),
            entry("UnlockConnector", object(required("evseId", WHOLE), required("connectorId", WHOLE))),
            entry(
                    "UpdateFirmware",
                    object(
                            required("firmware", FIRMWARE),
                            optional("retries", WHOLE),
                            optional("retryInterval", WHOLE))));

    /** Those whose answer comes later, in parts. */
    private static final Set<CommandAction> REPORTING = Set.of(
            CommandAction.CUSTOMER_INFORMATION,
            CommandAction.GET_BASE_REPORT,
            CommandAction.GET_CHARGING_PROFILES,
            CommandAction.GET_DIAGNOSTICS,
            CommandAction.GET_DISPLAY_MESSAGES,
            CommandAction.GET_LOG,
            CommandAction.GET_MONITORING_REPORT,
            CommandAction.GET_REPORT,
            CommandAction.UPDATE_FIRMWARE);

    private StationPayloads() {}

    /** Every fault of {@code payload} as one of OCPP 2.0.1; empty if it has no such operation. */
    public static Optional<List<Fault>> faults(CommandAction action, ObjectNode payload, String path) {
        Shape shape = OWN.getOrDefault(action.wireName(), SHARED.get(action.wireName()));
        return Optional.ofNullable(shape).map(known -> known.faults(payload, path));
    }

    /** All operations, with what they take: first those that OCPP 1.6 has not. */
    public static List<DescribedAction> described() {
        return Stream.of(OWN, SHARED)
                .flatMap(shapes -> Arrays.stream(CommandAction.values())
                        .flatMap(action -> Stream.ofNullable(shapes.get(action.wireName()))
                                .map(shape -> new DescribedAction(action, WORDING, shape.schema()))))
                .toList();
    }

    /** Whether a station answers such a command later, too, in messages of its own. */
    public static boolean isReported(CommandAction action, JsonNode payload) {
        return REPORTING.contains(action)
                || (action == CommandAction.GET_CONFIGURATION
                        && payload.path("key").isEmpty());
    }

    /** Every object of OCPP 2.0.1 may have {@code customData}. */
    private static Shape object(Member... members) {
        return Shapes.object(
                Stream.concat(Stream.of(members), Stream.of(CUSTOM_DATA)).toArray(Member[]::new));
    }

    private static void isNotEmpty(JsonNode payload, String path, List<Fault> faults) {
        if (!payload.has("chargingProfileId") && !payload.has("chargingProfileCriteria")) {
            faults.add(new Fault(path, "must name chargingProfileId or chargingProfileCriteria"));
        }
    }
}
