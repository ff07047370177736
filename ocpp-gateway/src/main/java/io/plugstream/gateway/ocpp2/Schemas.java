package io.plugstream.gateway.ocpp2;

import static io.plugstream.gateway.ocpp2.Shape.freeText;
import static io.plugstream.gateway.ocpp2.Shape.object;
import static io.plugstream.gateway.ocpp2.Shape.optional;
import static io.plugstream.gateway.ocpp2.Shape.required;
import static io.plugstream.gateway.ocpp2.Shape.some;
import static io.plugstream.gateway.ocpp2.Shape.text;
import static io.plugstream.gateway.ocpp2.Shape.whole;
import static io.plugstream.gateway.ocpp2.Shape.word;

import io.plugstream.gateway.ocpp2.Shape.Anything;
import io.plugstream.gateway.ocpp2.Shape.Decimal;
import io.plugstream.gateway.ocpp2.Shape.Flag;
import io.plugstream.gateway.ocpp2.Shape.Text;
import io.plugstream.gateway.ocpp2.Shape.Time;
import io.plugstream.gateway.ocpp2.Shape.Word;
import io.plugstream.gateway.payload.Deviation;
import java.util.Map;

/** The payloads that a station sends in OCPP 2.0.1 (part 2, sections 1, 2 and 3). */
final class Schemas {

    private static final Shape NUMBER = new Decimal();
    private static final Shape FLAG = new Flag();
    private static final Shape TIME = new Time();

    /** From 0 on, which the standard says in its text, though not in its schemas. */
    private static final Shape COUNT = whole(0, Integer.MAX_VALUE);

    private static final Shape STATION_ID = text(36);

    private static final Shape EVSE = object(required("id", COUNT), optional("connectorId", COUNT));

    private static final Shape ID_TOKEN = object(
            required("idToken", new Text(36, 255, Deviation.LONG_ID_TAG)),
            required(
                    "type",
                    word(
                            Deviation.UNKNOWN_WORD,
                            "Central",
                            "eMAID",
                            "ISO14443",
                            "ISO15693",
                            "KeyCode",
                            "Local",
                            "MacAddress",
                            "NoAuthorization")),
            optional(
                    "additionalInfo",
                    some(object(required("additionalIdToken", text(36)), required("type", text(50))))));

    private static final Shape CERTIFICATE_HASHES = object(
            required("hashAlgorithm", word("SHA256", "SHA384", "SHA512")),
            required("issuerNameHash", text(128)),
            required("issuerKeyHash", text(128)),
            required("serialNumber", text(40)),
            required("responderURL", text(512)));

    private static final Shape COMPONENT =
            object(required("name", text(50)), optional("instance", text(50)), optional("evse", EVSE));

    private static final Shape VARIABLE = object(required("name", text(50)), optional("instance", text(50)));

    private static final Shape SAMPLED_VALUE = object(
            required("value", NUMBER),
            optional("context", new Word(Samples.CONTEXTS, Deviation.UNKNOWN_CONTEXT)),
            optional("measurand", new Word(Samples.MEASURANDS, Deviation.UNKNOWN_MEASURAND)),
            optional("phase", word("L1", "L2", "L3", "N", "L1-N", "L2-N", "L3-N", "L1-L2", "L2-L3", "L3-L1")),
            optional("location", new Word(Samples.LOCATIONS, Deviation.UNKNOWN_LOCATION)),
            optional(
                    "signedMeterValue",
                    object(
                            required("signedMeterData", text(2500)),
                            required("signingMethod", text(50)),
                            required("encodingMethod", text(50)),
                            required("publicKey", text(2500)))),
            optional("unitOfMeasure", object(optional("unit", text(20)), optional("multiplier", whole()))));

    private static final Shape METER_VALUES =
            some(object(required("timestamp", TIME), required("sampledValue", some(SAMPLED_VALUE))));

    private static final Shape MESSAGE_CONTENT = object(
            required("format", word("ASCII", "HTML", "URI", "UTF8")),
            optional("language", text(8)),
            required("content", text(512)));

    private static final Shape COST = object(
            required(
                    "costKind",
                    word("CarbonDioxideEmission", "RelativePricePercentage", "RenewableGenerationPercentage")),
            required("amount", whole()),
            optional("amountMultiplier", whole()));

    private static final Shape SALES_TARIFF = object(
            required("id", whole()),
            optional("salesTariffDescription", text(32)),
            optional("numEPriceLevels", whole()),
            required(
                    "salesTariffEntry",
                    some(
                            object(
                                    required(
                                            "relativeTimeInterval",
                                            object(required("start", whole()), optional("duration", whole()))),
                                    optional("ePriceLevel", COUNT),
                                    optional(
                                            "consumptionCost",
                                            some(
                                                    object(
                                                            required("startValue", NUMBER),
                                                            required("cost", some(COST, 3))),
                                                    3))),
                            1024)));

    private static final Shape CHARGING_SCHEDULE = object(
            required("id", whole()),
            optional("startSchedule", TIME),
            optional("duration", whole()),
            required("chargingRateUnit", word("W", "A")),
            required(
                    "chargingSchedulePeriod",
                    some(
                            object(
                                    required("startPeriod", whole()),
                                    required("limit", NUMBER),
                                    optional("numberPhases", whole()),
                                    optional("phaseToUse", whole())),
                            1024)),
            optional("minChargingRate", NUMBER),
            optional("salesTariff", SALES_TARIFF));

    private static final Shape CHARGING_PROFILE = object(
            required("id", whole()),
            required("stackLevel", whole()),
            required(
                    "chargingProfilePurpose",
                    word(
                            "ChargingStationExternalConstraints",
                            "ChargingStationMaxProfile",
                            "TxDefaultProfile",
                            "TxProfile")),
            required("chargingProfileKind", word("Absolute", "Recurring", "Relative")),
            optional("recurrencyKind", word("Daily", "Weekly")),
            optional("validFrom", TIME),
            optional("validTo", TIME),
            required("chargingSchedule", some(CHARGING_SCHEDULE, 3)),
            optional("transactionId", STATION_ID));

    private static final Shape LIMIT_SOURCE = word("EMS", "Other", "SO", "CSO");

    private static final Shape PERCENT = whole(0, 100);

    /** By action. */
    static final Map<Action, Shape> V2_0_1 = Map.ofEntries(
            Map.entry(
                    Action.AUTHORIZE,
                    object(
                            required("idToken", ID_TOKEN),
                            optional("certificate", text(5500)),
                            optional("iso15118CertificateHashData", some(CERTIFICATE_HASHES, 4)))),
            Map.entry(
                    Action.BOOT_NOTIFICATION,
                    object(
                            required(
                                    "chargingStation",
                                    object(
                                            required("model", freeText(20)),
                                            required("vendorName", freeText(50)),
                                            optional("serialNumber", freeText(25)),
                                            optional("firmwareVersion", freeText(50)),
                                            optional(
                                                    "modem",
                                                    object(
                                                            optional("iccid", freeText(20)),
                                                            optional("imsi", freeText(20)))))),
                            required(
                                    "reason",
                                    word(
                                            Deviation.UNKNOWN_WORD,
                                            "ApplicationReset",
                                            "FirmwareUpdate",
                                            "LocalReset",
                                            "PowerUp",
                                            "RemoteReset",
                                            "ScheduledReset",
                                            "Triggered",
                                            "Unknown",
                                            "Watchdog")))),
            Map.entry(
                    Action.CLEARED_CHARGING_LIMIT,
                    object(required("chargingLimitSource", LIMIT_SOURCE), optional("evseId", COUNT))),
            Map.entry(
                    Action.DATA_TRANSFER,
                    object(
                            required("vendorId", freeText(255)),
                            optional("messageId", freeText(50)),
                            optional("data", new Anything()))),
            Map.entry(
                    Action.FIRMWARE_STATUS_NOTIFICATION,
                    object(
                            required(
                                    "status",
                                    word(
                                            "Downloaded",
                                            "DownloadFailed",
                                            "Downloading",
                                            "DownloadScheduled",
                                            "DownloadPaused",
                                            "Idle",
                                            "InstallationFailed",
                                            "Installing",
                                            "Installed",
                                            "InstallRebooting",
                                            "InstallScheduled",
                                            "InstallVerificationFailed",
                                            "InvalidSignature",
                                            "SignatureVerified")),
                            optional("requestId", whole()))),
            Map.entry(
                    Action.GET_15118_EV_CERTIFICATE,
                    object(
                            required("iso15118SchemaVersion", text(50)),
                            required("action", word("Install", "Update")),
                            required("exiRequest", text(5600)))),
            Map.entry(Action.GET_CERTIFICATE_STATUS, object(required("ocspRequestData", CERTIFICATE_HASHES))),
            Map.entry(Action.HEARTBEAT, object()),
            Map.entry(
                    Action.LOG_STATUS_NOTIFICATION,
                    object(
                            required(
                                    "status",
                                    word(
                                            "AcceptedCanceled",
                                            "BadMessage",
                                            "Idle",
                                            "NotSupportedOperation",
                                            "PermissionDenied",
                                            "Uploaded",
                                            "UploadFailure",
                                            "Uploading")),
                            optional("requestId", whole()))),
            Map.entry(Action.METER_VALUES, object(required("evseId", COUNT), required("meterValue", METER_VALUES))),
            Map.entry(
                    Action.NOTIFY_CHARGING_LIMIT,
                    object(
                            optional("evseId", COUNT),
                            required(
                                    "chargingLimit",
                                    object(
                                            required("chargingLimitSource", LIMIT_SOURCE),
                                            optional("isGridCritical", FLAG))),
                            optional("chargingSchedule", some(CHARGING_SCHEDULE)))),
            Map.entry(
                    Action.NOTIFY_CUSTOMER_INFORMATION,
                    object(
                            required("data", text(512)),
                            optional("tbc", FLAG),
                            required("seqNo", COUNT),
                            required("generatedAt", TIME),
                            required("requestId", whole()))),
            Map.entry(
                    Action.NOTIFY_DISPLAY_MESSAGES,
                    object(
                            required("requestId", whole()),
                            optional("tbc", FLAG),
                            optional(
                                    "messageInfo",
                                    some(object(
                                            required("id", whole()),
                                            required("priority", word("AlwaysFront", "InFront", "NormalCycle")),
                                            optional("state", word("Charging", "Faulted", "Idle", "Unavailable")),
                                            optional("startDateTime", TIME),
                                            optional("endDateTime", TIME),
                                            optional("transactionId", STATION_ID),
                                            required("message", MESSAGE_CONTENT),
                                            optional("display", COMPONENT)))))),
            Map.entry(
                    Action.NOTIFY_EV_CHARGING_NEEDS,
                    object(
                            required("evseId", COUNT),
                            optional("maxScheduleTuples", whole()),
                            required(
                                    "chargingNeeds",
                                    object(
                                            required(
                                                    "requestedEnergyTransfer",
                                                    word("DC", "AC_single_phase", "AC_two_phase", "AC_three_phase")),
                                            optional("departureTime", TIME),
                                            optional(
                                                    "acChargingParameters",
                                                    object(
                                                            required("energyAmount", whole()),
                                                            required("evMinCurrent", whole()),
                                                            required("evMaxCurrent", whole()),
                                                            required("evMaxVoltage", whole()))),
                                            optional(
                                                    "dcChargingParameters",
                                                    object(
                                                            required("evMaxCurrent", whole()),
                                                            required("evMaxVoltage", whole()),
                                                            optional("energyAmount", whole()),
                                                            optional("evMaxPower", whole()),
                                                            optional("stateOfCharge", PERCENT),
                                                            optional("evEnergyCapacity", whole()),
                                                            optional("fullSoC", PERCENT),
                                                            optional("bulkSoC", PERCENT))))))),
            Map.entry(
                    Action.NOTIFY_EV_CHARGING_SCHEDULE,
                    object(
                            required("timeBase", TIME),
                            required("evseId", COUNT),
                            required("chargingSchedule", CHARGING_SCHEDULE))),
            Map.entry(
                    Action.NOTIFY_EVENT,
                    object(
                            required("generatedAt", TIME),
                            optional("tbc", FLAG),
                            required("seqNo", COUNT),
                            required(
                                    "eventData",
                                    some(object(
                                            required("eventId", whole()),
                                            required("timestamp", TIME),
                                            required("trigger", word("Alerting", "Delta", "Periodic")),
                                            optional("cause", whole()),
                                            required("actualValue", text(2500)),
                                            optional("techCode", freeText(50)),
                                            optional("techInfo", freeText(500)),
                                            optional("cleared", FLAG),
                                            optional("transactionId", STATION_ID),
                                            required("component", COMPONENT),
                                            optional("variableMonitoringId", whole()),
                                            required(
                                                    "eventNotificationType",
                                                    word(
                                                            "HardWiredNotification",
                                                            "HardWiredMonitor",
                                                            "PreconfiguredMonitor",
                                                            "CustomMonitor")),
                                            required("variable", VARIABLE)))))),
            Map.entry(
                    Action.NOTIFY_MONITORING_REPORT,
                    object(
                            required("requestId", whole()),
                            optional("tbc", FLAG),
                            required("seqNo", COUNT),
                            required("generatedAt", TIME),
                            optional(
                                    "monitor",
                                    some(object(
                                            required("component", COMPONENT),
                                            required("variable", VARIABLE),
                                            required(
                                                    "variableMonitoring",
                                                    some(object(
                                                            required("id", whole()),
                                                            required("transaction", FLAG),
                                                            required("value", NUMBER),
                                                            required(
                                                                    "type",
                                                                    word(
                                                                            "UpperThreshold",
                                                                            "LowerThreshold",
                                                                            "Delta",
                                                                            "Periodic",
                                                                            "PeriodicClockAligned")),
                                                            required("severity", whole()))))))))),
            Map.entry(
                    Action.NOTIFY_REPORT,
                    object(
                            required("requestId", whole()),
                            required("generatedAt", TIME),
                            optional("tbc", FLAG),
                            required("seqNo", COUNT),
                            optional(
                                    "reportData",
                                    some(object(
                                            required("component", COMPONENT),
                                            required("variable", VARIABLE),
                                            required(
                                                    "variableAttribute",
                                                    some(
                                                            object(
                                                                    optional(
                                                                            "type",
                                                                            word(
                                                                                    "Actual", "Target", "MinSet",
                                                                                    "MaxSet")),
                                                                    optional("value", text(2500)),
                                                                    optional(
                                                                            "mutability",
                                                                            word("ReadOnly", "WriteOnly", "ReadWrite")),
                                                                    optional("persistent", FLAG),
                                                                    optional("constant", FLAG)),
                                                            4)),
                                            optional(
                                                    "variableCharacteristics",
                                                    object(
                                                            optional("unit", text(16)),
                                                            required(
                                                                    "dataType",
                                                                    word(
                                                                            "string",
                                                                            "decimal",
                                                                            "integer",
                                                                            "dateTime",
                                                                            "boolean",
                                                                            "OptionList",
                                                                            "SequenceList",
                                                                            "MemberList")),
                                                            optional("minLimit", NUMBER),
                                                            optional("maxLimit", NUMBER),
                                                            optional("valuesList", text(1000)),
                                                            required("supportsMonitoring", FLAG)))))))),
            Map.entry(
                    Action.PUBLISH_FIRMWARE_STATUS_NOTIFICATION,
                    object(
                            required(
                                    "status",
                                    word(
                                            "Idle",
                                            "DownloadScheduled",
                                            "Downloading",
                                            "Downloaded",
                                            "Published",
                                            "DownloadFailed",
                                            "DownloadPaused",
                                            "InvalidChecksum",
                                            "ChecksumVerified",
                                            "PublishFailed")),
                            optional("location", some(text(512))),
                            optional("requestId", whole()))),
            Map.entry(
                    Action.REPORT_CHARGING_PROFILES,
                    object(
                            required("requestId", whole()),
                            required("chargingLimitSource", LIMIT_SOURCE),
                            required("chargingProfile", some(CHARGING_PROFILE)),
                            optional("tbc", FLAG),
                            required("evseId", COUNT))),
            Map.entry(
                    Action.RESERVATION_STATUS_UPDATE,
                    object(
                            required("reservationId", whole()),
                            required("reservationUpdateStatus", word("Expired", "Removed")))),
            Map.entry(
                    Action.SECURITY_EVENT_NOTIFICATION,
                    object(
                            required("type", freeText(50)),
                            required("timestamp", TIME),
                            optional("techInfo", freeText(255)))),
            Map.entry(
                    Action.SIGN_CERTIFICATE,
                    object(
                            required("csr", text(5500)),
                            optional("certificateType", word("ChargingStationCertificate", "V2GCertificate")))),
            Map.entry(
                    Action.STATUS_NOTIFICATION,
                    object(
                            required("timestamp", TIME),
                            required(
                                    "connectorStatus",
                                    word("Available", "Occupied", "Reserved", "Unavailable", "Faulted")),
                            required("evseId", COUNT),
                            required("connectorId", COUNT))),
            Map.entry(
                    Action.TRANSACTION_EVENT,
                    object(
                            required("eventType", word("Ended", "Started", "Updated")),
                            optional("meterValue", METER_VALUES),
                            required("timestamp", TIME),
                            required(
                                    "triggerReason",
                                    word(
                                            Deviation.UNKNOWN_WORD,
                                            "Authorized",
                                            "CablePluggedIn",
                                            "ChargingRateChanged",
                                            "ChargingStateChanged",
                                            "Deauthorized",
                                            "EnergyLimitReached",
                                            "EVCommunicationLost",
                                            "EVConnectTimeout",
                                            "MeterValueClock",
                                            "MeterValuePeriodic",
                                            "TimeLimitReached",
                                            "Trigger",
                                            "UnlockCommand",
                                            "StopAuthorized",
                                            "EVDeparted",
                                            "EVDetected",
                                            "RemoteStop",
                                            "RemoteStart",
                                            "AbnormalCondition",
                                            "SignedDataReceived",
                                            "ResetCommand")),
                            required("seqNo", COUNT),
                            optional("offline", FLAG),
                            optional("numberOfPhasesUsed", whole()),
                            optional("cableMaxCurrent", whole()),
                            optional("reservationId", whole()),
                            required(
                                    "transactionInfo",
                                    object(
                                            required("transactionId", STATION_ID),
                                            optional(
                                                    "chargingState",
                                                    word(
                                                            Deviation.UNKNOWN_WORD,
                                                            "Charging",
                                                            "EVConnected",
                                                            "SuspendedEV",
                                                            "SuspendedEVSE",
                                                            "Idle")),
                                            optional("timeSpentCharging", whole()),
                                            optional(
                                                    "stoppedReason",
                                                    word(
                                                            Deviation.UNKNOWN_WORD,
                                                            "DeAuthorized",
                                                            "EmergencyStop",
                                                            "EnergyLimitReached",
                                                            "EVDisconnected",
                                                            "GroundFault",
                                                            "ImmediateReset",
                                                            "Local",
                                                            "LocalOutOfCredit",
                                                            "MasterPass",
                                                            "Other",
                                                            "OvercurrentFault",
                                                            "PowerLoss",
                                                            "PowerQuality",
                                                            "Reboot",
                                                            "Remote",
                                                            "SOCLimitReached",
                                                            "StoppedByEV",
                                                            "TimeLimitReached",
                                                            "Timeout")),
                                            optional("remoteStartId", whole()))),
                            optional("evse", EVSE),
                            optional("idToken", ID_TOKEN))));

    private Schemas() {}
}
