package io.plugstream.simulator.ocpp2;

import static java.util.Map.entry;

import io.plugstream.model.json.Json;
import io.plugstream.simulator.charger.Answer;
import io.plugstream.simulator.protocol.Fields;
import io.plugstream.simulator.protocol.MalformedRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A variable of the device model (OCPP 2.0.1, part 2 appendices, 3), and the configuration key that has its value.
 *
 * @param instance of the variable; null where it has none
 */
record Variable(String component, String name, @Nullable String instance) {

    private static final Map<String, Variable> OF_KEYS = Map.ofEntries(
            entry("AuthorizeRemoteTxRequests", of("AuthCtrlr", "AuthorizeRemoteStart")),
            entry("ChargeProfileMaxStackLevel", of("SmartChargingCtrlr", "ProfileStackLevel")),
            entry("ChargingScheduleAllowedChargingRateUnit", of("SmartChargingCtrlr", "RateUnit")),
            entry("ChargingScheduleMaxPeriods", of("SmartChargingCtrlr", "PeriodsPerSchedule")),
            entry("ConnectionTimeOut", of("TxCtrlr", "EVConnectionTimeOut")),
            entry("HeartbeatInterval", of("OCPPCommCtrlr", "HeartbeatInterval")),
            entry("LocalAuthListEnabled", of("LocalAuthListCtrlr", "Enabled")),
            entry("LocalAuthListMaxLength", of("LocalAuthListCtrlr", "Entries")),
            entry("MaxChargingProfilesInstalled", new Variable("SmartChargingCtrlr", "Entries", "ChargingProfiles")),
            entry("MeterValueSampleInterval", of("SampledDataCtrlr", "TxUpdatedInterval")),
            entry("MeterValuesSampledData", of("SampledDataCtrlr", "TxUpdatedMeasurands")),
            entry("SendLocalListMaxLength", of("LocalAuthListCtrlr", "ItemsPerMessage")),
            entry("StopTransactionOnEVSideDisconnect", of("TxCtrlr", "StopTxOnEVSideDisconnect")),
            entry(
                    "TransactionMessageRetryInterval",
                    new Variable("OCPPCommCtrlr", "MessageAttemptInterval", "TransactionEvent")));

    private static Variable of(String component, String name) {
        return new Variable(component, name, null);
    }

    /** The variable that an entry of GetVariables or SetVariables names. */
    static Variable read(JsonNode entry) throws MalformedRequest {
        var component = new Fields(entry.path("component"));
        var variable = new Fields(entry.path("variable"));
        return new Variable(component.text("name"), variable.text("name"), variable.optionalText("instance"));
    }

    /** The key that has its value; for a variable that the charger does not have, one that no charger has. */
    String key() {
        return OF_KEYS.entrySet().stream()
                .filter(known -> known.getValue().isSame(this))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseGet(() -> Json.mapper().writeValueAsString(this));
    }

    /** The variable whose {@link #key()} that is. */
    static Variable ofKey(String key) {
        var known = OF_KEYS.get(key);
        return known == null ? Json.mapper().readValue(key, Variable.class) : known;
    }

    /** Whether the charger has this component at all. */
    boolean hasKnownComponent() {
        return OF_KEYS.values().stream().anyMatch(known -> known.component().equalsIgnoreCase(component));
    }

    /** Names are compared without case (OCPP 2.0.1, part 2, 2.1.5). */
    private boolean isSame(Variable other) {
        return component.equalsIgnoreCase(other.component)
                && name.equalsIgnoreCase(other.name)
                && (instance == null ? other.instance == null : instance.equalsIgnoreCase(other.instance));
    }

    /** Puts its name into an entry of an answer. */
    Map<String, Object> named() {
        var variable = new LinkedHashMap<String, Object>();
        variable.put("name", name);
        if (instance != null) {
            variable.put("instance", instance);
        }
        var named = new LinkedHashMap<String, Object>();
        named.put("component", Map.of("name", component));
        named.put("variable", variable);
        return named;
    }

    /** An entry of a report; empty for a key that stands for no variable. */
    static Optional<Map<String, Object>> reported(Answer.Configuration.Entry entry) {
        return Optional.ofNullable(OF_KEYS.get(entry.key())).map(variable -> {
            var reported = variable.named();
            reported.put(
                    "variableAttribute",
                    List.of(Map.of(
                            "value",
                            Objects.requireNonNullElse(entry.value(), ""),
                            "mutability",
                            entry.readonly() ? "ReadOnly" : "ReadWrite")));
            return reported;
        });
    }
}
