package io.plugstream.api.command.payload;

import static io.plugstream.api.command.payload.Member.optional;
import static io.plugstream.api.command.payload.Member.required;
import static io.plugstream.api.command.payload.Shapes.ADDRESS;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/** What each operation takes (OCPP 1.6, section 6, and the types of section 7). */
public final class Payloads {

    private static final Shape NOTHING = object();
    private static final Shape ANY_TEXT = text(Integer.MAX_VALUE);
    private static final Shape ID_TAG = text(20);
    private static final Shape CONFIGURATION_KEY = text(50);
    private static final Shape PURPOSE = oneOf("ChargePointMaxProfile", "TxDefaultProfile", "TxProfile");
    private static final Shape RATE_UNIT = oneOf("A", "W");

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

    private static final Shape TAG_INFORMATION = object(
            optional("expiryDate", MOMENT),
            optional("parentIdTag", ID_TAG),
            required("status", oneOf("Accepted", "Blocked", "Expired", "Invalid", "ConcurrentTx")));

    private static final Shape LISTED_TAG = object(required("idTag", ID_TAG), optional("idTagInfo", TAG_INFORMATION));

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
                    object(
                            required("vendorId", text(255)),
                            optional("messageId", text(50)),
                            optional("data", ANY_TEXT))),
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

    private Payloads() {}

    /** Every fault of {@code payload} as one of {@code action}; fields are named below {@code path}. */
    public static List<Fault> faults(CommandAction action, ObjectNode payload, String path) {
        List<Fault> faults = new ArrayList<>();
        Objects.requireNonNull(SHAPES.get(action)).check(payload, path, faults);
        return faults;
    }
}
