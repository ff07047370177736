package io.plugstream.gateway.ocpp2;

import static java.util.Map.entry;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A variable of a station's device model (OCPP 2.0.1, part 1, 4.1), also as named by an OCPP 1.6 configuration key.
 *
 * @param evseId of the component; null for the station's own
 */
record VariableName(
        String component,
        @Nullable String componentInstance,
        @Nullable Integer evseId,
        @Nullable Integer connectorId,
        String variable,
        @Nullable String variableInstance) {

    /** {@code Component[instance]@1.2.Variable[instance]}. */
    private static final Pattern SPELLING =
            Pattern.compile("(?<component>[^.@\\[\\]]{1,50})(\\[(?<instance>[^\\[\\]]{1,50})])?"
                    + "(@(?<evse>\\d{1,6})(\\.(?<connector>\\d{1,6}))?)?"
                    + "\\.(?<variable>[^.@\\[\\]]{1,50})(\\[(?<of>[^\\[\\]]{1,50})])?");

    /** The configuration keys that stand for variables, and how these are spelled. Keys are found in any case. */
    static final Map<String, String> KEYS = inAnyCase(Map.ofEntries(
            entry("AllowOfflineTxForUnknownId", "AuthCtrlr.OfflineTxForUnknownIdEnabled"),
            entry("AuthorizationCacheEnabled", "AuthCacheCtrlr.Enabled"),
            entry("AuthorizationKey", "SecurityCtrlr.BasicAuthPassword"),
            entry("AuthorizeRemoteTxRequests", "AuthCtrlr.AuthorizeRemoteStart"),
            entry("ChargeProfileMaxStackLevel", "SmartChargingCtrlr.ProfileStackLevel"),
            entry("ChargingScheduleAllowedChargingRateUnit", "SmartChargingCtrlr.RateUnit"),
            entry("ChargingScheduleMaxPeriods", "SmartChargingCtrlr.PeriodsPerSchedule"),
            entry("ClockAlignedDataInterval", "AlignedDataCtrlr.Interval"),
            entry("ConnectionTimeOut", "TxCtrlr.EVConnectionTimeOut"),
            entry("CpoName", "SecurityCtrlr.OrganizationName"),
            entry("HeartbeatInterval", "OCPPCommCtrlr.HeartbeatInterval"),
            entry("LocalAuthListEnabled", "LocalAuthListCtrlr.Enabled"),
            entry("LocalAuthListMaxLength", "LocalAuthListCtrlr.Entries"),
            entry("LocalAuthorizeOffline", "AuthCtrlr.LocalAuthorizeOffline"),
            entry("LocalPreAuthorize", "AuthCtrlr.LocalPreAuthorize"),
            entry("MaxChargingProfilesInstalled", "SmartChargingCtrlr.Entries[ChargingProfiles]"),
            entry("MaxEnergyOnInvalidId", "TxCtrlr.MaxEnergyOnInvalidId"),
            entry("MeterValueSampleInterval", "SampledDataCtrlr.TxUpdatedInterval"),
            entry("MeterValuesAlignedData", "AlignedDataCtrlr.Measurands"),
            entry("MeterValuesSampledData", "SampledDataCtrlr.TxUpdatedMeasurands"),
            entry("ReserveConnectorZeroSupported", "ReservationCtrlr.NonEvseSpecific"),
            entry("ResetRetries", "OCPPCommCtrlr.ResetRetries"),
            entry("SecurityProfile", "SecurityCtrlr.SecurityProfile"),
            entry("SendLocalListMaxLength", "LocalAuthListCtrlr.ItemsPerMessage"),
            entry("StopTransactionOnEVSideDisconnect", "TxCtrlr.StopTxOnEVSideDisconnect"),
            entry("StopTransactionOnInvalidId", "TxCtrlr.StopTxOnInvalidId"),
            entry("StopTxnAlignedData", "AlignedDataCtrlr.TxEndedMeasurands"),
            entry("StopTxnSampledData", "SampledDataCtrlr.TxEndedMeasurands"),
            entry("TransactionMessageAttempts", "OCPPCommCtrlr.MessageAttempts[TransactionEvent]"),
            entry("TransactionMessageRetryInterval", "OCPPCommCtrlr.MessageAttemptInterval[TransactionEvent]"),
            entry("UnlockConnectorOnEVSideDisconnect", "OCPPCommCtrlr.UnlockOnEVSideDisconnect"),
            entry("WebSocketPingInterval", "OCPPCommCtrlr.WebSocketPingInterval")));

    /** The variable that a configuration key stands for; empty if it stands for none. */
    static Optional<VariableName> ofKey(String key) {
        Matcher spelled = SPELLING.matcher(KEYS.getOrDefault(key, key));
        return spelled.matches()
                ? Optional.of(new VariableName(
                        Objects.requireNonNull(spelled.group("component")),
                        spelled.group("instance"),
                        number(spelled.group("evse")),
                        number(spelled.group("connector")),
                        Objects.requireNonNull(spelled.group("variable")),
                        spelled.group("of")))
                : Optional.empty();
    }

    private static Map<String, String> inAnyCase(Map<String, String> keys) {
        Map<String, String> caseless = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        caseless.putAll(keys);
        return Collections.unmodifiableMap(caseless);
    }

    private static @Nullable Integer number(@Nullable String digits) {
        return digits == null ? null : Integer.valueOf(digits);
    }

    /** Puts component and variable into an entry of GetVariables or SetVariables. */
    ObjectNode into(ObjectNode entry) {
        ObjectNode of = Commands.object().put("name", component);
        if (componentInstance != null) {
            of.put("instance", componentInstance);
        }
        if (evseId != null) {
            ObjectNode evse = of.putObject("evse").put("id", evseId);
            if (connectorId != null) {
                evse.put("connectorId", connectorId);
            }
        }
        ObjectNode named = Commands.object().put("name", variable);
        if (variableInstance != null) {
            named.put("instance", variableInstance);
        }
        entry.set("component", of);
        entry.set("variable", named);
        return entry;
    }

    /** Whether an entry of an answer is about this variable. Names are compared without case, as in OCPP. */
    boolean isOf(JsonNode result) {
        JsonNode of = result.path("component");
        JsonNode named = result.path("variable");
        return component.equalsIgnoreCase(of.path("name").asString(""))
                && isSame(componentInstance, of.path("instance"))
                && isSame(evseId, of.path("evse").path("id"))
                && isSame(connectorId, of.path("evse").path("connectorId"))
                && variable.equalsIgnoreCase(named.path("name").asString(""))
                && isSame(variableInstance, named.path("instance"));
    }

    private static boolean isSame(@Nullable Object wanted, JsonNode reported) {
        return reported.isMissingNode()
                ? wanted == null
                : wanted != null && wanted.toString().equalsIgnoreCase(reported.asString(""));
    }
}
