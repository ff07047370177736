package io.plugstream.model.command;

import com.fasterxml.jackson.annotation.JsonValue;

/** The 19 operations of OCPP 1.6 that a central system may ask a charger for (OCPP 1.6, section 5). */
public enum CommandAction {
    CANCEL_RESERVATION("CancelReservation"),
    CHANGE_AVAILABILITY("ChangeAvailability"),
    CHANGE_CONFIGURATION("ChangeConfiguration"),
    CLEAR_CACHE("ClearCache"),
    CLEAR_CHARGING_PROFILE("ClearChargingProfile"),
    DATA_TRANSFER("DataTransfer"),
    GET_COMPOSITE_SCHEDULE("GetCompositeSchedule"),
    GET_CONFIGURATION("GetConfiguration"),
    GET_DIAGNOSTICS("GetDiagnostics"),
    GET_LOCAL_LIST_VERSION("GetLocalListVersion"),
    REMOTE_START_TRANSACTION("RemoteStartTransaction"),
    REMOTE_STOP_TRANSACTION("RemoteStopTransaction"),
    RESERVE_NOW("ReserveNow"),
    RESET("Reset"),
    SEND_LOCAL_LIST("SendLocalList"),
    SET_CHARGING_PROFILE("SetChargingProfile"),
    TRIGGER_MESSAGE("TriggerMessage"),
    UNLOCK_CONNECTOR("UnlockConnector"),
    UPDATE_FIRMWARE("UpdateFirmware");

    private final String wireName;

    CommandAction(String wireName) {
        this.wireName = wireName;
    }

    /** The operation's name in a CALL, in topics and in the API. */
    @JsonValue
    public String wireName() {
        return wireName;
    }
}
