package io.plugstream.gateway.ocpp16;

import static io.plugstream.gateway.payload.Shape.dispensable;
import static io.plugstream.gateway.payload.Shape.expected;
import static io.plugstream.gateway.payload.Shape.freeText;
import static io.plugstream.gateway.payload.Shape.object;
import static io.plugstream.gateway.payload.Shape.optional;
import static io.plugstream.gateway.payload.Shape.readings;
import static io.plugstream.gateway.payload.Shape.required;
import static io.plugstream.gateway.payload.Shape.text;
import static io.plugstream.gateway.payload.Shape.unused;
import static io.plugstream.gateway.payload.Shape.whole;
import static io.plugstream.gateway.payload.Shape.word;

import io.plugstream.gateway.payload.Deviation;
import io.plugstream.gateway.payload.Limits;
import io.plugstream.gateway.payload.SampleWords;
import io.plugstream.gateway.payload.Shape;
import io.plugstream.gateway.payload.Shape.Meter;
import io.plugstream.gateway.payload.Shape.Reading;
import io.plugstream.gateway.payload.Shape.Text;
import io.plugstream.gateway.payload.Shape.Time;
import io.plugstream.gateway.payload.Shape.Whole;
import io.plugstream.gateway.payload.Words;
import java.util.Set;

/** The payloads that a charger sends in OCPP 1.6 (section 6) and its security whitepaper. */
final class Schemas {

    /** ChargePointStatus, 7.7. */
    private static final Set<String> STATUSES =
            Words.of("Available Preparing Charging SuspendedEVSE SuspendedEV Finishing Reserved Unavailable Faulted");

    /** ChargePointErrorCode, 7.6. */
    static final Set<String> ERROR_CODES = Words.of("""
            ConnectorLockFailure EVCommunicationError GroundFailure HighTemperature InternalError LocalListConflict
            NoError OtherError OverCurrentFailure OverVoltage PowerMeterFailure PowerSwitchFailure ReaderFailure
            ResetFailure UnderVoltage WeakSignal
            """);

    /** Reason, 7.36. */
    static final Set<String> STOP_REASONS = Words.of("""
            DeAuthorized EVDisconnected EmergencyStop HardReset Local Other PowerLoss Reboot Remote SoftReset
            UnlockCommand
            """);

    /** FirmwareStatus, 7.25. */
    private static final Set<String> FIRMWARE_STATUSES =
            Words.of("DownloadFailed Downloaded Downloading Idle InstallationFailed Installed Installing");

    private static final Set<String> LOG_STATUSES =
            Words.of("BadMessage Idle NotSupportedOperation PermissionDenied UploadFailure Uploaded Uploading");

    private static final Set<String> SIGNED_FIRMWARE_STATUSES = Words.of("""
            DownloadFailed DownloadPaused DownloadScheduled Downloaded Downloading Idle InstallRebooting
            InstallScheduled InstallVerificationFailed InstallationFailed Installed Installing InvalidSignature
            SignatureVerified
            """);

    private static final Shape TIME = new Time();

    /** 0 is the whole charger, or its main meter. */
    private static final Shape CONNECTOR = whole(0, Integer.MAX_VALUE);

    /** IdToken, CiString20Type, 7.28. Longer tags occur where an eMobility account is used as the tag. */
    private static final Shape ID_TAG = new Text(20, 255, Deviation.LONG_ID_TAG);

    private static final Shape SAMPLED_VALUE = object(
            required("value", new Reading()),
            optional("context", word(Deviation.UNKNOWN_CONTEXT, SampleWords.CONTEXTS)),
            optional("format", word(Deviation.UNKNOWN_FORMAT, Samples.FORMATS)),
            optional("measurand", word(Deviation.UNKNOWN_MEASURAND, Samples.MEASURANDS)),
            optional("phase", word(Deviation.UNKNOWN_PHASE, SampleWords.PHASES)),
            optional("location", word(Deviation.UNKNOWN_LOCATION, SampleWords.LOCATIONS)),
            optional("unit", word(Deviation.UNKNOWN_UNIT, Samples.UNITS)));

    private static final Shape METER_VALUE =
            object(required("timestamp", TIME), required("sampledValue", readings(0, SAMPLED_VALUE)));

    static final Shape AUTHORIZE = object(required("idTag", ID_TAG));

    static final Shape BOOT_NOTIFICATION = object(
            required("chargePointVendor", freeText(20)),
            required("chargePointModel", freeText(20)),
            optional("chargePointSerialNumber", freeText(25)),
            optional("chargeBoxSerialNumber", freeText(25)),
            optional("firmwareVersion", freeText(50)),
            optional("iccid", freeText(20)),
            optional("imsi", freeText(20)),
            optional("meterType", freeText(25)),
            optional("meterSerialNumber", freeText(25)));

    static final Shape DATA_TRANSFER = object(
            required("vendorId", freeText(255)),
            optional("messageId", freeText(50)),
            optional("data", text(Limits.FRAME)));

    static final Shape DIAGNOSTICS_STATUS_NOTIFICATION =
            object(required("status", word("Idle", "Uploaded", "UploadFailed", "Uploading")));

    static final Shape FIRMWARE_STATUS_NOTIFICATION = object(required("status", word(FIRMWARE_STATUSES)));

    static final Shape HEARTBEAT = object();

    static final Shape LOG_STATUS_NOTIFICATION =
            object(required("status", word(LOG_STATUSES)), optional("requestId", whole()));

    static final Shape METER_VALUES = object(
            required("connectorId", CONNECTOR),
            optional("transactionId", new Whole(Integer.MIN_VALUE, Integer.MAX_VALUE, Deviation.LONG_TRANSACTION_ID)),
            required("meterValue", readings(0, METER_VALUE)));

    static final Shape SECURITY_EVENT_NOTIFICATION =
            object(required("type", freeText(50)), expected("timestamp", TIME), optional("techInfo", freeText(255)));

    static final Shape SIGN_CERTIFICATE = object(required("csr", text(5500)));

    static final Shape SIGNED_FIRMWARE_STATUS_NOTIFICATION =
            object(required("status", word(SIGNED_FIRMWARE_STATUSES)), optional("requestId", whole()));

    static final Shape START_TRANSACTION = object(
            required("connectorId", CONNECTOR),
            required("idTag", ID_TAG),
            required("meterStart", new Meter()),
            expected("timestamp", TIME),
            unused("reservationId", whole()));

    static final Shape STATUS_NOTIFICATION = object(
            required("errorCode", word(Deviation.UNKNOWN_ERROR_CODE, ERROR_CODES)),
            optional("vendorErrorCode", freeText(50)),
            required("connectorId", CONNECTOR),
            required("status", word(STATUSES)),
            optional("info", freeText(50)),
            dispensable("timestamp", TIME),
            optional("vendorId", freeText(255)));

    static final Shape STOP_TRANSACTION = object(
            required("transactionId", whole()),
            optional("idTag", ID_TAG),
            required("meterStop", new Meter()),
            expected("timestamp", TIME),
            unused("reason", word(Deviation.UNKNOWN_WORD, STOP_REASONS)),
            optional("transactionData", readings(0, METER_VALUE)));

    private Schemas() {}
}
