package io.plugstream.api.command.payload;

import static io.plugstream.api.command.payload.Member.optional;
import static io.plugstream.api.command.payload.Member.required;
import static io.plugstream.api.command.payload.Shapes.ADDRESS;
import static io.plugstream.api.command.payload.Shapes.ANYTHING;
import static io.plugstream.api.command.payload.Shapes.MOMENT;
import static io.plugstream.api.command.payload.Shapes.TENTHS;
import static io.plugstream.api.command.payload.Shapes.WHOLE;
import static io.plugstream.api.command.payload.Shapes.listOf;
import static io.plugstream.api.command.payload.Shapes.object;
import static io.plugstream.api.command.payload.Shapes.oneOf;
import static io.plugstream.api.command.payload.Shapes.text;
import static io.plugstream.model.command.CommandAction.CANCEL_RESERVATION;
import static io.plugstream.model.command.CommandAction.CHANGE_AVAILABILITY;
import static io.plugstream.model.command.CommandAction.CHANGE_CONFIGURATION;
import static io.plugstream.model.command.CommandAction.CLEAR_CACHE;
import static io.plugstream.model.command.CommandAction.CLEAR_CHARGING_PROFILE;
import static io.plugstream.model.command.CommandAction.DATA_TRANSFER;
import static io.plugstream.model.command.CommandAction.GET_COMPOSITE_SCHEDULE;
import static io.plugstream.model.command.CommandAction.GET_CONFIGURATION;
import static io.plugstream.model.command.CommandAction.GET_DIAGNOSTICS;
import static io.plugstream.model.command.CommandAction.GET_LOCAL_LIST_VERSION;
import static io.plugstream.model.command.CommandAction.REMOTE_START_TRANSACTION;
import static io.plugstream.model.command.CommandAction.REMOTE_STOP_TRANSACTION;
import static io.plugstream.model.command.CommandAction.RESERVE_NOW;
import static io.plugstream.model.command.CommandAction.RESET;
import static io.plugstream.model.command.CommandAction.SEND_LOCAL_LIST;
import static io.plugstream.model.command.CommandAction.SET_CHARGING_PROFILE;
import static io.plugstream.model.command.CommandAction.TRIGGER_MESSAGE;
import static io.plugstream.model.command.CommandAction.UNLOCK_CONNECTOR;
import static io.plugstream.model.command.CommandAction.UPDATE_FIRMWARE;
import static java.util.Map.entry;

import io.plugstream.api.http.Fault;
import io.plugstream.model.command.CommandAction;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What each operation takes (OCPP 1.6, section 6, and the types of section 7). */
public final class Payloads {

    private static final String WORDING = "ocpp1.6";

    private static final Shape NOTHING = object();
    private static final Shape ID_TAG = text(20);

    /** Stations of OCPP 2 have tags of types. */
    private static final Shape LONG_ID_TAG = text(36);

    static final Shape ID_TOKEN_TYPE =
            oneOf("Central", "eMAID", "ISO14443", "ISO15693", "KeyCode", "Local", "MacAddress", "NoAuthorization");
    private static final Shape CONFIGURATION_KEY = text(50);
    private static final Shape PURPOSE = oneOf("ChargePointMaxProfile", "TxDefaultProfile", "TxProfile");
    static final Shape RATE_UNIT = oneOf("A", "W");

    private static final Shape CHARGING_PERIOD =
            object(required("startPeriod", WHOLE), required("limit", TENTHS), optional("numberPhases", WHOLE));

    private static final Shape CHARGING_SCHEDULE = object(
            optional("duration", WHOLE),
            optional("startSchedule", MOMENT),
            required("chargingRateUnit", RATE_UNIT),
            required("chargingSchedulePeriod", listOf(CHARGING_PERIOD)),
            optional("minChargingRate", TENTHS));

    private static final Shape CHARGING_PROFILE = object(
            required("chargingProfileId", WHOLE),
            optional("transactionId", WHOLE),
            required("stackLevel", WHOLE),
            required("chargingProfilePurpose", PURPOSE),
            required("chargingProfileKind", oneOf("Absolute", "Recurring", "Relative")),
            optional("recurrencyKind", oneOf("Daily", "Weekly")),
            optional("validFrom", MOMENT),
            optional("validTo", MOMENT),
            required("chargingSchedule", CHARGING_SCHEDULE));

    private static final Shape LISTED_TAG =
            object(required("idTag", ID_TAG), optional("idTagInfo", tagInformation(ID_TAG)));

    private static final Map<CommandAction, Shape> SHAPES = Map.ofEntries(
            entry(CANCEL_RESERVATION, object(required("reservationId", WHOLE))),
            entry(
                    CHANGE_AVAILABILITY,
                    object(required("connectorId", WHOLE), required("type", oneOf("Inoperative", "Operative")))),
            entry(CHANGE_CONFIGURATION, object(required("key", CONFIGURATION_KEY), required("value", text(500)))),
            entry(CLEAR_CACHE, NOTHING),
            entry(
                    CLEAR_CHARGING_PROFILE,
                    object(
                            optional("id", WHOLE),
                            optional("connectorId", WHOLE),
                            optional("chargingProfilePurpose", PURPOSE),
                            optional("stackLevel", WHOLE))),
            entry(
                    DATA_TRANSFER,
                    object(required("vendorId", text(255)), optional("messageId", text(50)), optional("data", text()))),
            entry(
                    GET_COMPOSITE_SCHEDULE,
                    object(
                            required("connectorId", WHOLE),
                            required("duration", WHOLE),
                            optional("chargingRateUnit", RATE_UNIT))),
            entry(GET_CONFIGURATION, object(optional("key", listOf(CONFIGURATION_KEY)))),
            entry(
                    GET_DIAGNOSTICS,
                    object(
                            required("location", ADDRESS),
                            optional("retries", WHOLE),
                            optional("retryInterval", WHOLE),
                            optional("startTime", MOMENT),
                            optional("stopTime", MOMENT))),
            entry(GET_LOCAL_LIST_VERSION, NOTHING),
            entry(
                    REMOTE_START_TRANSACTION,
                    object(
                            required("idTag", ID_TAG),
                            optional("connectorId", WHOLE),
                            optional("chargingProfile", CHARGING_PROFILE))),
            entry(REMOTE_STOP_TRANSACTION, object(required("transactionId", WHOLE))),
            entry(
                    RESERVE_NOW,
                    object(
                            required("connectorId", WHOLE),
                            required("expiryDate", MOMENT),
                            required("idTag", ID_TAG),
                            optional("parentIdTag", ID_TAG),
                            required("reservationId", WHOLE))),
            entry(RESET, object(required("type", oneOf("Hard", "Soft")))),
            entry(
                    SEND_LOCAL_LIST,
                    object(
                            required("listVersion", WHOLE),
                            optional("localAuthorizationList", listOf(LISTED_TAG)),
                            required("updateType", oneOf("Differential", "Full")))),
            entry(
                    SET_CHARGING_PROFILE,
                    object(required("connectorId", WHOLE), required("csChargingProfiles", CHARGING_PROFILE))),
            entry(
                    TRIGGER_MESSAGE,
                    object(
                            required(
                                    "requestedMessage",
                                    oneOf(
                                            "BootNotification",
                                            "DiagnosticsStatusNotification",
                                            "FirmwareStatusNotification",
                                            "Heartbeat",
                                            "MeterValues",
                                            "StatusNotification")),
                            optional("connectorId", WHOLE))),
            entry(UNLOCK_CONNECTOR, object(required("connectorId", WHOLE))),
            entry(
                    UPDATE_FIRMWARE,
                    object(
                            required("location", ADDRESS),
                            optional("retries", WHOLE),
                            required("retrieveDate", MOMENT),
                            optional("retryInterval", WHOLE))));

    /** What of this a station of OCPP 2 takes another way. */
    private static final Map<CommandAction, Shape> SHAPES_FOR_STATIONS = Map.of(
            REMOTE_START_TRANSACTION,
            object(
                    required("idTag", LONG_ID_TAG),
                    optional("idTokenType", ID_TOKEN_TYPE),
                    optional("connectorId", WHOLE),
                    optional("chargingProfile", CHARGING_PROFILE)),
            RESERVE_NOW,
            object(
                    required("connectorId", WHOLE),
                    required("expiryDate", MOMENT),
                    required("idTag", LONG_ID_TAG),
                    optional("idTokenType", ID_TOKEN_TYPE),
                    optional("parentIdTag", LONG_ID_TAG),
                    required("reservationId", WHOLE)),
            SEND_LOCAL_LIST,
            object(
                    required("listVersion", WHOLE),
                    optional(
                            "localAuthorizationList",
                            listOf(object(
                                    required("idTag", LONG_ID_TAG),
                                    optional("idTokenType", ID_TOKEN_TYPE),
                                    optional("idTagInfo", tagInformation(LONG_ID_TAG))))),
                    required("updateType", oneOf("Differential", "Full"))),
            CHANGE_CONFIGURATION,
            object(required("key", text(220)), required("value", text(1000))),
            GET_CONFIGURATION,
            object(optional("key", listOf(text(220)))),
            DATA_TRANSFER,
            object(required("vendorId", text(255)), optional("messageId", text(50)), optional("data", ANYTHING)),
            CLEAR_CHARGING_PROFILE,
            shape(CLEAR_CHARGING_PROFILE).and(Payloads::isNotEmpty),
            TRIGGER_MESSAGE,
            shape(TRIGGER_MESSAGE).and(Payloads::namesConnector),
            SET_CHARGING_PROFILE,
            shape(SET_CHARGING_PROFILE).and(Payloads::namesTransaction));

    private Payloads() {}

    /** Every fault of {@code payload} as one of {@code action}; fields are named below {@code path}. */
    public static List<Fault> faults(CommandAction action, ObjectNode payload, String path) {
        return shape(action).faults(payload, path);
    }

    /** The same for a station of OCPP 2, to which the payload is translated. */
    public static List<Fault> faultsForStation(CommandAction action, ObjectNode payload, String path) {
        return shapeForStation(action).faults(payload, path);
    }

    /** All actions, with what they take. */
    public static List<DescribedAction> described() {
        return described(Payloads::shape);
    }

    /** The same for a station of OCPP 2. */
    public static List<DescribedAction> describedForStation() {
        return described(Payloads::shapeForStation);
    }

    private static List<DescribedAction> described(Function<CommandAction, Shape> shape) {
        return CommandAction.ofEveryVersion().stream()
                .map(action ->
                        new DescribedAction(action, WORDING, shape.apply(action).schema()))
                .toList();
    }

    private static Shape shapeForStation(CommandAction action) {
        return SHAPES_FOR_STATIONS.getOrDefault(action, shape(action));
    }

    private static Shape tagInformation(Shape idTag) {
        return object(
                optional("expiryDate", MOMENT),
                optional("parentIdTag", idTag),
                required("status", oneOf("Accepted", "Blocked", "Expired", "Invalid", "ConcurrentTx")));
    }

    private static Shape shape(CommandAction action) {
        return Objects.requireNonNull(SHAPES.get(action));
    }

    /** OCPP 2 has no way to clear everything without saying so. */
    private static void isNotEmpty(JsonNode payload, String path, List<Fault> faults) {
        if (payload.isEmpty()) {
            faults.add(
                    new Fault(path, "must name at least one of id, connectorId, chargingProfilePurpose, stackLevel"));
        }
    }

    /** In OCPP 2 a status is that of one connector. */
    private static void namesConnector(JsonNode payload, String path, List<Fault> faults) {
        boolean isStatus = payload.path("requestedMessage").asString("").equals("StatusNotification");
        if (isStatus && payload.path("connectorId").asInt(0) == 0) {
            faults.add(new Fault(path + ".connectorId", "must name a connector at a charger of OCPP 2.0.1"));
        }
    }

    /** In OCPP 2 a TxProfile is that of one transaction (K01.FR.03). */
    private static void namesTransaction(JsonNode payload, String path, List<Fault> faults) {
        JsonNode profile = payload.path("csChargingProfiles");
        if (profile.path("chargingProfilePurpose").asString("").equals("TxProfile") && !profile.has("transactionId")) {
            faults.add(new Fault(
                    path + ".csChargingProfiles.transactionId",
                    "is required for a TxProfile at a charger of OCPP 2.0.1"));
        }
    }
}
