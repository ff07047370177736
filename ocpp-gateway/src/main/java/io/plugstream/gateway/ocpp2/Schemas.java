package io.plugstream.gateway.ocpp2;

import static io.plugstream.gateway.ocpp2.Datatypes.CERTIFICATE_HASHES;
import static io.plugstream.gateway.ocpp2.Datatypes.CHARGING_SCHEDULE;
import static io.plugstream.gateway.ocpp2.Datatypes.COUNT;
import static io.plugstream.gateway.ocpp2.Datatypes.EVSE;
import static io.plugstream.gateway.ocpp2.Datatypes.FLAG;
import static io.plugstream.gateway.ocpp2.Datatypes.ID_TOKEN;
import static io.plugstream.gateway.ocpp2.Datatypes.LIMIT_SOURCE;
import static io.plugstream.gateway.ocpp2.Datatypes.METER_VALUE;
import static io.plugstream.gateway.ocpp2.Datatypes.PERCENT;
import static io.plugstream.gateway.ocpp2.Datatypes.STATION_ID;
import static io.plugstream.gateway.ocpp2.Datatypes.TIME;
import static io.plugstream.gateway.ocpp2.Datatypes.object;
import static io.plugstream.gateway.payload.Shape.expected;
import static io.plugstream.gateway.payload.Shape.freeText;
import static io.plugstream.gateway.payload.Shape.optional;
import static io.plugstream.gateway.payload.Shape.readings;
import static io.plugstream.gateway.payload.Shape.required;
import static io.plugstream.gateway.payload.Shape.some;
import static io.plugstream.gateway.payload.Shape.text;
import static io.plugstream.gateway.payload.Shape.unused;
import static io.plugstream.gateway.payload.Shape.whole;
import static io.plugstream.gateway.payload.Shape.word;

import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.payload.Shape;
import io.plugstream.gateway.payload.Shape.Anything;
import io.plugstream.gateway.payload.Words;
import java.util.Set;

/** The payloads that a station sends in OCPP 2.0.1 (part 2, section 1). */
final class Schemas {

    private static final Set<String> BOOT_REASONS = Words.of("""
            ApplicationReset FirmwareUpdate LocalReset PowerUp RemoteReset ScheduledReset Triggered Unknown Watchdog
            """);

    private static final Set<String> FIRMWARE_STATUSES = Words.of("""
            Downloaded DownloadFailed Downloading DownloadScheduled DownloadPaused Idle InstallationFailed
            Installing Installed InstallRebooting InstallScheduled InstallVerificationFailed InvalidSignature
            SignatureVerified
            """);

    private static final Set<String> LOG_STATUSES = Words.of("""
            AcceptedCanceled BadMessage Idle NotSupportedOperation PermissionDenied Uploaded UploadFailure Uploading
            """);

    private static final Set<String> PUBLICATION_STATUSES = Words.of("""
            Idle DownloadScheduled Downloading Downloaded Published DownloadFailed DownloadPaused InvalidChecksum
            ChecksumVerified PublishFailed
            """);

    private static final Set<String> TRIGGER_REASONS = Words.of("""
            Authorized CablePluggedIn ChargingRateChanged ChargingStateChanged Deauthorized EnergyLimitReached
            EVCommunicationLost EVConnectTimeout MeterValueClock MeterValuePeriodic TimeLimitReached Trigger
            UnlockCommand StopAuthorized EVDeparted EVDetected RemoteStop RemoteStart AbnormalCondition
            SignedDataReceived ResetCommand
            """);

    private static final Set<String> CHARGING_STATES = Words.of("Charging EVConnected SuspendedEV SuspendedEVSE Idle");

    static final Set<String> STOP_REASONS = Words.of("""
            DeAuthorized EmergencyStop EnergyLimitReached EVDisconnected GroundFault ImmediateReset Local
            LocalOutOfCredit MasterPass Other OvercurrentFault PowerLoss PowerQuality Reboot Remote SOCLimitReached
            StoppedByEV TimeLimitReached Timeout
            """);

    private static final Shape MODEM = object(optional("iccid", freeText(20)), optional("imsi", freeText(20)));

    private static final Shape CHARGING_STATION = object(
            required("model", freeText(20)),
            required("vendorName", freeText(50)),
            optional("serialNumber", freeText(25)),
            optional("firmwareVersion", freeText(50)),
            optional("modem", MODEM));

    private static final Shape AC_CHARGING_PARAMETERS = object(
            required("energyAmount", whole()),
            required("evMinCurrent", whole()),
            required("evMaxCurrent", whole()),
            required("evMaxVoltage", whole()));

    private static final Shape DC_CHARGING_PARAMETERS = object(
            required("evMaxCurrent", whole()),
            required("evMaxVoltage", whole()),
            optional("energyAmount", whole()),
            optional("evMaxPower", whole()),
            optional("stateOfCharge", PERCENT),
            optional("evEnergyCapacity", whole()),
            optional("fullSoC", PERCENT),
            optional("bulkSoC", PERCENT));

    private static final Shape CHARGING_NEEDS = object(
            required("requestedEnergyTransfer", word("DC", "AC_single_phase", "AC_two_phase", "AC_three_phase")),
            optional("departureTime", TIME),
            optional("acChargingParameters", AC_CHARGING_PARAMETERS),
            optional("dcChargingParameters", DC_CHARGING_PARAMETERS));

    private static final Shape TRANSACTION = object(
            required("transactionId", STATION_ID),
            unused("chargingState", word(Deviation.UNKNOWN_WORD, CHARGING_STATES)),
            unused("timeSpentCharging", whole()),
            unused("stoppedReason", word(Deviation.UNKNOWN_WORD, STOP_REASONS)),
            unused("remoteStartId", whole()));

    static final Shape AUTHORIZE = object(
            required("idToken", ID_TOKEN),
            optional("certificate", text(5500)),
            optional("iso15118CertificateHashData", some(CERTIFICATE_HASHES, 4)));

    static final Shape BOOT_NOTIFICATION = object(
            required("chargingStation", CHARGING_STATION),
            required("reason", word(Deviation.UNKNOWN_WORD, BOOT_REASONS)));

    static final Shape CLEARED_CHARGING_LIMIT =
            object(required("chargingLimitSource", LIMIT_SOURCE), optional("evseId", COUNT));

    static final Shape DATA_TRANSFER = object(
            required("vendorId", freeText(255)), optional("messageId", freeText(50)), optional("data", new Anything()));

    static final Shape FIRMWARE_STATUS_NOTIFICATION =
            object(required("status", word(FIRMWARE_STATUSES)), optional("requestId", whole()));

    static final Shape GET_15118_EV_CERTIFICATE = object(
            required("iso15118SchemaVersion", text(50)),
            required("action", word("Install", "Update")),
            required("exiRequest", text(5600)));

    static final Shape GET_CERTIFICATE_STATUS = object(required("ocspRequestData", CERTIFICATE_HASHES));

    static final Shape HEARTBEAT = object();

    static final Shape LOG_STATUS_NOTIFICATION =
            object(required("status", word(LOG_STATUSES)), optional("requestId", whole()));

    static final Shape METER_VALUES =
            object(required("evseId", COUNT), required("meterValue", readings(1, METER_VALUE)));

    static final Shape NOTIFY_CHARGING_LIMIT = object(
            optional("evseId", COUNT),
            required(
                    "chargingLimit",
                    object(required("chargingLimitSource", LIMIT_SOURCE), optional("isGridCritical", FLAG))),
            optional("chargingSchedule", some(CHARGING_SCHEDULE)));

    static final Shape NOTIFY_EV_CHARGING_NEEDS = object(
            required("evseId", COUNT),
            optional("maxScheduleTuples", whole()),
            required("chargingNeeds", CHARGING_NEEDS));

    static final Shape NOTIFY_EV_CHARGING_SCHEDULE = object(
            required("timeBase", TIME), required("evseId", COUNT), required("chargingSchedule", CHARGING_SCHEDULE));

    static final Shape PUBLISH_FIRMWARE_STATUS_NOTIFICATION = object(
            required("status", word(PUBLICATION_STATUSES)),
            optional("location", some(text(512))),
            optional("requestId", whole()));

    static final Shape RESERVATION_STATUS_UPDATE =
            object(required("reservationId", whole()), required("reservationUpdateStatus", word("Expired", "Removed")));

    static final Shape SECURITY_EVENT_NOTIFICATION =
            object(required("type", freeText(50)), expected("timestamp", TIME), optional("techInfo", freeText(255)));

    static final Shape SIGN_CERTIFICATE = object(
            required("csr", text(5500)),
            optional("certificateType", word("ChargingStationCertificate", "V2GCertificate")));

    static final Shape STATUS_NOTIFICATION = object(
            expected("timestamp", TIME),
            required("connectorStatus", word("Available", "Occupied", "Reserved", "Unavailable", "Faulted")),
            required("evseId", COUNT),
            required("connectorId", COUNT));

    static final Shape TRANSACTION_EVENT = object(
            required("eventType", word("Ended", "Started", "Updated")),
            optional("meterValue", readings(1, METER_VALUE)),
            expected("timestamp", TIME),
            expected("triggerReason", word(Deviation.UNKNOWN_WORD, TRIGGER_REASONS)),
            required("seqNo", COUNT),
            unused("offline", FLAG),
            unused("numberOfPhasesUsed", whole()),
            unused("cableMaxCurrent", whole()),
            unused("reservationId", whole()),
            required("transactionInfo", TRANSACTION),
            optional("evse", EVSE),
            optional("idToken", ID_TOKEN));

    private Schemas() {}
}
