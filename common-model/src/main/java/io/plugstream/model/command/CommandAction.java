package io.plugstream.model.command;

import io.plugstream.model.json.WireName;
import java.util.Arrays;
import java.util.List;

/**
 * The actions of commands: the 19 of OCPP 1.6 (section 5), which work for chargers of every version, and those that
 * only OCPP 2.0.1 has (part 2, section 1).
 */
public enum CommandAction implements WireName {
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
    UPDATE_FIRMWARE("UpdateFirmware"),

    CERTIFICATE_SIGNED("CertificateSigned", false),
    CLEAR_DISPLAY_MESSAGE("ClearDisplayMessage", false),
    CLEAR_VARIABLE_MONITORING("ClearVariableMonitoring", false),
    COST_UPDATED("CostUpdated", false),
    CUSTOMER_INFORMATION("CustomerInformation", false),
    DELETE_CERTIFICATE("DeleteCertificate", false),
    GET_BASE_REPORT("GetBaseReport", false),
    GET_CHARGING_PROFILES("GetChargingProfiles", false),
    GET_DISPLAY_MESSAGES("GetDisplayMessages", false),
    GET_INSTALLED_CERTIFICATE_IDS("GetInstalledCertificateIds", false),
    GET_LOG("GetLog", false),
    GET_MONITORING_REPORT("GetMonitoringReport", false),
    GET_REPORT("GetReport", false),
    GET_TRANSACTION_STATUS("GetTransactionStatus", false),
    GET_VARIABLES("GetVariables", false),
    INSTALL_CERTIFICATE("InstallCertificate", false),
    PUBLISH_FIRMWARE("PublishFirmware", false),
    REQUEST_START_TRANSACTION("RequestStartTransaction", false),
    REQUEST_STOP_TRANSACTION("RequestStopTransaction", false),
    SET_DISPLAY_MESSAGE("SetDisplayMessage", false),
    SET_MONITORING_BASE("SetMonitoringBase", false),
    SET_MONITORING_LEVEL("SetMonitoringLevel", false),
    SET_NETWORK_PROFILE("SetNetworkProfile", false),
    SET_VARIABLE_MONITORING("SetVariableMonitoring", false),
    SET_VARIABLES("SetVariables", false),
    UNPUBLISH_FIRMWARE("UnpublishFirmware", false);

    private final String wireName;
    private final boolean ofEveryVersion;

    CommandAction(String wireName) {
        this(wireName, true);
    }

    CommandAction(String wireName, boolean ofEveryVersion) {
        this.wireName = wireName;
        this.ofEveryVersion = ofEveryVersion;
    }

    /** The actions that work for chargers of every OCPP version. */
    public static List<CommandAction> ofEveryVersion() {
        return Arrays.stream(values()).filter(CommandAction::isOfEveryVersion).toList();
    }

    /** Whether the action works for chargers of every OCPP version. */
    public boolean isOfEveryVersion() {
        return ofEveryVersion;
    }

    @Override
    public String wireName() {
        return wireName;
    }
}
