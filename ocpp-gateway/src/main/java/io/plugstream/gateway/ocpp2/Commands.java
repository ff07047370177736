package io.plugstream.gateway.ocpp2;

import io.plugstream.gateway.protocol.Step;
import io.plugstream.gateway.protocol.Step.Ask;
import io.plugstream.gateway.protocol.Step.Done;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.command.StationOrder;
import io.plugstream.model.json.Json;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Converts commands to CALLs for stations. Commands of OCPP 1.6 and their answers are translated. Commands of OCPP 2
 * are sent as they are, with Plugstream's number as {@code requestId} or {@code remoteStartId} and the station's
 * transaction ids.
 */
final class Commands {

    private static final String STATUS = "status";
    private static final String REJECTED = "Rejected";
    private static final String CONNECTOR = "connectorId";
    private static final String TRANSACTION = "transactionId";
    private static final String REQUEST = "requestId";

    /** Statuses with which a station accepts a command. */
    private static final Set<String> ACCEPTANCES =
            Set.of("Accepted", "AcceptedCanceled", "Scheduled", "Unlocked", "RebootRequired", "Unpublished");

    /** Actions for several items, whose answers have a result for each. */
    private static final Map<CommandAction, Results> RESULTS = Map.of(
            CommandAction.GET_VARIABLES, new Results("getVariableData", "getVariableResult", "attributeStatus"),
            CommandAction.SET_VARIABLES, new Results("setVariableData", "setVariableResult", "attributeStatus"),
            CommandAction.SET_VARIABLE_MONITORING, new Results("setMonitoringData", "setMonitoringResult", STATUS),
            CommandAction.CLEAR_VARIABLE_MONITORING, new Results("id", "clearMonitoringResult", STATUS));

    /**
     * Where the items and their results are.
     *
     * @param items the list of items in the request
     * @param results the list of results in the answer
     * @param status the field of a result that has its status
     */
    private record Results(String items, String results, String status) {

        /** Whether the station accepts each item. A station may leave out results. */
        boolean areAcceptances(JsonNode request, JsonNode answer) {
            JsonNode known = answer.path(results);
            return known.size() >= request.path(items).size()
                    && known.valueStream()
                            .allMatch(result ->
                                    ACCEPTANCES.contains(result.path(status).asString("")));
        }
    }

    private Commands() {}

    static Step begin(ChargerCommand command) {
        StationOrder order = command.station();
        if (order == null) {
            // The sender knows only chargers of OCPP 1.6.
            return new Done(status(REJECTED), null, false);
        }
        return order.ownWords() ? ask(command, order) : translated(command, order);
    }

    private static Step ask(ChargerCommand command, StationOrder order) {
        ObjectNode payload = command.payload().deepCopy();
        switch (command.action()) {
            case CUSTOMER_INFORMATION,
                    GET_BASE_REPORT,
                    GET_CHARGING_PROFILES,
                    GET_DISPLAY_MESSAGES,
                    GET_LOG,
                    GET_MONITORING_REPORT,
                    GET_REPORT,
                    PUBLISH_FIRMWARE,
                    UPDATE_FIRMWARE -> payload.put(REQUEST, order.number());
            case REQUEST_START_TRANSACTION -> payload.put("remoteStartId", order.number());
            default -> {}
        }
        nameTransaction(payload, order);
        nameTransaction(payload.path("chargingProfile"), order);
        nameTransaction(payload.path("message"), order);
        return new Ask(
                command.action().wireName(),
                payload,
                answer -> new Done(answer, null, isAcceptance(command.action(), payload, answer)));
    }

    private static void nameTransaction(JsonNode object, StationOrder order) {
        if (object instanceof ObjectNode fields && fields.has(TRANSACTION)) {
            fields.put(TRANSACTION, order.transactionId());
        }
    }

    /** Whether the station accepts the command. An answer without a status only returns data and counts as accepted. */
    private static boolean isAcceptance(CommandAction action, JsonNode request, JsonNode answer) {
        Results results = RESULTS.get(action);
        if (results != null) {
            return results.areAcceptances(request, answer);
        }
        JsonNode status = answer.path(STATUS);
        return status.isMissingNode() || ACCEPTANCES.contains(status.asString(""));
    }

    private static Step translated(ChargerCommand command, StationOrder order) {
        ObjectNode payload = command.payload();
        return switch (command.action()) {
            case CHANGE_CONFIGURATION -> Configuration.change(payload);
            case GET_CONFIGURATION -> Configuration.get(payload, order.number());
            case SEND_LOCAL_LIST -> LocalList.send(payload);
            case CANCEL_RESERVATION, CLEAR_CACHE -> asked(command, payload);
            case DATA_TRANSFER ->
                new Ask("DataTransfer", payload, answer -> done(DataTransfer.response(answer), answer));
            case CHANGE_AVAILABILITY -> asked(command, availability(payload));
            case CLEAR_CHARGING_PROFILE -> asked(command, Profiles.clearing(payload));
            case GET_COMPOSITE_SCHEDULE ->
                new Ask(
                        "GetCompositeSchedule",
                        Profiles.scheduleOf(payload),
                        answer -> done(Profiles.schedule(word(answer), answer), answer));
            case GET_DIAGNOSTICS -> new Ask("GetLog", diagnostics(payload, order), Commands::diagnosed);
            case GET_LOCAL_LIST_VERSION ->
                new Ask(
                        "GetLocalListVersion",
                        payload,
                        answer -> new Done(object().put("listVersion", number(answer, "versionNumber")), answer, true));
            case REMOTE_START_TRANSACTION -> asked("RequestStartTransaction", start(payload, order));
            case REMOTE_STOP_TRANSACTION ->
                asked("RequestStopTransaction", object().put(TRANSACTION, order.transactionId()));
            case RESERVE_NOW -> asked(command, reservation(payload));
            case RESET ->
                new Ask(
                        "Reset",
                        object().put("type", text(payload, "type").equals("Hard") ? "Immediate" : "OnIdle"),
                        statusAs(Map.of("Scheduled", "Accepted")));
            case SET_CHARGING_PROFILE -> asked(command, Profiles.setting(payload, order));
            case TRIGGER_MESSAGE -> asked(command, trigger(payload));
            case UNLOCK_CONNECTOR ->
                new Ask(
                        "UnlockConnector",
                        object().put("evseId", number(payload, CONNECTOR)).put(CONNECTOR, 1),
                        statusAs(Map.of(
                                "OngoingAuthorizedTransaction", "UnlockFailed", "UnknownConnector", "NotSupported")));
            case UPDATE_FIRMWARE ->
                new Ask(
                        "UpdateFirmware",
                        firmware(payload, order),
                        answer -> new Done(object(), answer, ACCEPTANCES.contains(word(answer))));
            default -> new Done(status(REJECTED), null, false);
        };
    }

    private static Step asked(ChargerCommand command, ObjectNode payload) {
        return asked(command.action().wireName(), payload);
    }

    /** A CALL whose answer has only a status, with the values of OCPP 1.6. */
    private static Step asked(String action, ObjectNode payload) {
        return new Ask(action, payload, statusAs(Map.of()));
    }

    private static Function<ObjectNode, Step> statusAs(Map<String, String> other) {
        return answer -> done(status(other.getOrDefault(word(answer), word(answer))), answer);
    }

    private static Done done(ObjectNode response, ObjectNode answer) {
        return new Done(response, answer, ACCEPTANCES.contains(text(response, STATUS)));
    }

    private static Step diagnosed(ObjectNode answer) {
        ObjectNode response = object();
        String name = answer.path("filename").asString("");
        if (!name.isEmpty()) {
            response.put("fileName", name);
        }
        return new Done(response, answer, ACCEPTANCES.contains(word(answer)));
    }

    private static ObjectNode availability(ObjectNode payload) {
        ObjectNode asked = object().put("operationalStatus", text(payload, "type"));
        int evseId = number(payload, CONNECTOR);
        if (evseId != 0) {
            asked.set("evse", object().put("id", evseId));
        }
        return asked;
    }

    private static ObjectNode start(ObjectNode payload, StationOrder order) {
        ObjectNode asked = object().put("remoteStartId", order.number());
        asked.set("idToken", IdTokens.of(payload, "idTag"));
        nameEvse(payload, asked);
        if (payload.path("chargingProfile") instanceof ObjectNode profile) {
            asked.set("chargingProfile", Profiles.translated(profile, null));
        }
        return asked;
    }

    private static void nameEvse(ObjectNode payload, ObjectNode asked) {
        int evseId = payload.path(CONNECTOR).asInt(0);
        if (evseId != 0) {
            asked.put("evseId", evseId);
        }
    }

    private static ObjectNode reservation(ObjectNode payload) {
        ObjectNode asked =
                object().put("id", number(payload, "reservationId")).put("expiryDateTime", text(payload, "expiryDate"));
        asked.set("idToken", IdTokens.of(payload, "idTag"));
        nameEvse(payload, asked);
        if (payload.has("parentIdTag")) {
            asked.set("groupIdToken", IdTokens.of(payload, "parentIdTag"));
        }
        return asked;
    }

    private static ObjectNode trigger(ObjectNode payload) {
        String message = text(payload, "requestedMessage");
        ObjectNode asked = object().put(
                        "requestedMessage",
                        message.equals("DiagnosticsStatusNotification") ? "LogStatusNotification" : message);
        int evseId = payload.path(CONNECTOR).asInt(0);
        if (evseId != 0) {
            ObjectNode evse = object().put("id", evseId);
            asked.set("evse", message.equals("StatusNotification") ? evse.put(CONNECTOR, 1) : evse);
        }
        return asked;
    }

    private static ObjectNode diagnostics(ObjectNode payload, StationOrder order) {
        ObjectNode log = object().put("remoteLocation", text(payload, "location"));
        copy(payload, "startTime", log, "oldestTimestamp");
        copy(payload, "stopTime", log, "latestTimestamp");
        ObjectNode asked = object().put("logType", "DiagnosticsLog").put(REQUEST, order.number());
        asked.set("log", log);
        copy(payload, "retries", asked, "retries");
        copy(payload, "retryInterval", asked, "retryInterval");
        return asked;
    }

    private static ObjectNode firmware(ObjectNode payload, StationOrder order) {
        ObjectNode firmware = object().put("location", text(payload, "location"))
                .put("retrieveDateTime", text(payload, "retrieveDate"));
        ObjectNode asked = object().put(REQUEST, order.number());
        asked.set("firmware", firmware);
        copy(payload, "retries", asked, "retries");
        copy(payload, "retryInterval", asked, "retryInterval");
        return asked;
    }

    static void copy(JsonNode from, String name, ObjectNode to, String newName) {
        JsonNode value = from.get(name);
        if (value != null) {
            to.set(newName, value);
        }
    }

    static ObjectNode object() {
        return Json.mapper().createObjectNode();
    }

    static ObjectNode status(String word) {
        return object().put(STATUS, word);
    }

    /** The status of an answer, which must have one. */
    static String word(JsonNode answer) {
        return text(answer, STATUS);
    }

    static String text(JsonNode object, String name) {
        JsonNode text = object.path(name);
        if (!text.isString()) {
            throw new IllegalArgumentException("no text " + name);
        }
        return text.stringValue();
    }

    static int number(JsonNode object, String name) {
        JsonNode number = object.path(name);
        if (!number.isNumber() || !number.canConvertToExactIntegral() || !number.canConvertToInt()) {
            throw new IllegalArgumentException("no number " + name);
        }
        return number.intValue();
    }
}
