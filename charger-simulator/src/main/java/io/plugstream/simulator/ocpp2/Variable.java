package io.plugstream.simulator.ocpp2;

import static java.util.Map.entry;

import io.plugstream.model.json.Json;
import io.plugstream.simulator.charger.Answer.Configuration.Entry;
import io.plugstream.simulator.protocol.Fields;
import io.plugstream.simulator.protocol.MalformedRequest;
import io.plugstream.simulator.protocol.Spelling;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An attribute of a device model variable (OCPP 2.0.1, part 2 appendices, 3), mapped to the charger's key of its value.
 *
 * @param evse the component's EVSE; null for the station's components
 * @param instance of the variable; null if it has none
 * @param attribute null for the actual value, the only attribute that this charger has
 */
record Variable(
        String component,
        @Nullable String componentInstance,
        @Nullable Integer evse,
        @Nullable Integer connector,
        String name,
        @Nullable String instance,
        @Nullable String attribute) {

    private static final String AT = "@";
    private static final String STATION = "ChargingStation";
    private static final String EVSE = "EVSE";

    /** Variables of the station and its EVSEs, which are also the beginnings of their keys. */
    private static final List<String> OF_EVSES = List.of("AvailabilityState", "Problem", "Power");

    private static final Map<String, String> UNITS = Map.of("Power", "W");

    private static final Map<String, Variable> OF_KEYS = Map.ofEntries(
            entry("AuthorizeRemoteTxRequests", of("AuthCtrlr", "AuthorizeRemoteStart")),
            entry("ChargeProfileMaxStackLevel", of("SmartChargingCtrlr", "ProfileStackLevel")),
            entry("ChargingScheduleAllowedChargingRateUnit", of("SmartChargingCtrlr", "RateUnit")),
            entry("ChargingScheduleMaxPeriods", of("SmartChargingCtrlr", "PeriodsPerSchedule")),
            entry("ConnectionTimeOut", of("TxCtrlr", "EVConnectionTimeOut")),
            entry("HeartbeatInterval", of("OCPPCommCtrlr", "HeartbeatInterval")),
            entry("LocalAuthListEnabled", of("LocalAuthListCtrlr", "Enabled")),
            entry("LocalAuthListMaxLength", of("LocalAuthListCtrlr", "Entries")),
            entry("MaxChargingProfilesInstalled", of("SmartChargingCtrlr", "Entries", "ChargingProfiles")),
            entry("MeterValueSampleInterval", of("SampledDataCtrlr", "TxUpdatedInterval")),
            entry("MeterValuesSampledData", of("SampledDataCtrlr", "TxUpdatedMeasurands")),
            entry("SendLocalListMaxLength", of("LocalAuthListCtrlr", "ItemsPerMessage")),
            entry("StopTransactionOnEVSideDisconnect", of("TxCtrlr", "StopTxOnEVSideDisconnect")),
            entry("VendorName", of(STATION, "VendorName")),
            entry("Model", of(STATION, "Model")),
            entry("SerialNumber", of(STATION, "SerialNumber")),
            entry("FirmwareVersion", of("Controller", "FirmwareVersion")),
            entry("MostReportedItems", of("DeviceDataCtrlr", "ItemsPerMessage", "GetReport")),
            entry("MostReadItems", of("DeviceDataCtrlr", "ItemsPerMessage", "GetVariables")),
            entry("MostWrittenItems", of("DeviceDataCtrlr", "ItemsPerMessage", "SetVariables")),
            entry("MonitoringLevel", of("MonitoringCtrlr", "ActiveMonitoringLevel")),
            entry("DisplayMessages", of("DisplayMessageCtrlr", "DisplayMessages")),
            entry("Certificates", of("SecurityCtrlr", "CertificateEntries")),
            entry(
                    "TransactionMessageRetryInterval",
                    of("OCPPCommCtrlr", "MessageAttemptInterval", "TransactionEvent")));

    private static Variable of(String component, String name) {
        return new Variable(component, null, null, null, name, null, null);
    }

    private static Variable of(String component, String name, String instance) {
        return new Variable(component, null, null, null, name, instance, null);
    }

    /** The variable named in a request's entry. */
    static Variable read(JsonNode entry) throws MalformedRequest {
        var component = new Fields(entry.path("component"));
        var variable = new Fields(entry.path("variable"));
        var evse = entry.path("component").path("evse");
        var attribute = new Fields(entry).optionalText("attributeType");
        return new Variable(
                component.text("name"),
                component.optionalText("instance"),
                evse.isMissingNode() ? null : (Integer) new Fields(evse).number("id"),
                new Fields(evse).optionalNumber("connectorId"),
                variable.text("name"),
                variable.optionalText("instance"),
                "Actual".equals(attribute) ? null : attribute);
    }

    /** The key of its value; for an unknown variable a key that no charger has. */
    String key() {
        var ofEvse = OF_EVSES.stream()
                .map(own -> own + AT + Objects.requireNonNullElse(evse, 0))
                .filter(key -> ofKey(key).isSame(this));
        return Stream.concat(
                        ofEvse,
                        OF_KEYS.keySet().stream().filter(key -> ofKey(key).isSame(this)))
                .findFirst()
                .orElseGet(() -> Json.mapper().writeValueAsString(this));
    }

    /** The variable with this {@link #key()}. */
    static Variable ofKey(String key) {
        return known(key).orElseGet(() -> Json.mapper().readValue(key, Variable.class));
    }

    private static Optional<Variable> known(String key) {
        var at = key.indexOf(AT);
        if (key.startsWith("{") || at < 0) {
            return Optional.ofNullable(OF_KEYS.get(key));
        }
        var evse = Integer.valueOf(key.substring(at + 1));
        return Optional.of(new Variable(
                evse == 0 ? STATION : EVSE, null, evse == 0 ? null : evse, null, key.substring(0, at), null, null));
    }

    /** The status for a variable whose value the charger does not have. */
    String unknown() {
        if (attribute != null && !actual().key().startsWith("{")) {
            return "NotSupportedAttributeType";
        }
        var hasComponent = componentInstance == null
                && connector == null
                && (evse == null ? hasComponent() : component.equalsIgnoreCase(EVSE) && key().startsWith("{"));
        return hasComponent ? "UnknownVariable" : "UnknownComponent";
    }

    private boolean hasComponent() {
        return component.equalsIgnoreCase(STATION)
                || OF_KEYS.values().stream().anyMatch(known -> known.component().equalsIgnoreCase(component));
    }

    private Variable actual() {
        return new Variable(component, componentInstance, evse, connector, name, instance, null);
    }

    /** Names are case-insensitive (OCPP 2.0.1, part 2, 2.1.5). */
    private boolean isSame(Variable other) {
        return component.equalsIgnoreCase(other.component)
                && isSame(componentInstance, other.componentInstance)
                && Objects.equals(evse, other.evse)
                && Objects.equals(connector, other.connector)
                && name.equalsIgnoreCase(other.name)
                && isSame(instance, other.instance)
                && isSame(attribute, other.attribute);
    }

    private static boolean isSame(@Nullable String one, @Nullable String other) {
        return one == null ? other == null : one.equalsIgnoreCase(other);
    }

    /** A new entry of an answer with the variable's name. */
    Map<String, Object> named() {
        var component = new LinkedHashMap<String, Object>();
        component.put("name", this.component);
        Spelling.put(component, "instance", componentInstance);
        if (evse != null) {
            var place = new LinkedHashMap<String, Object>();
            place.put("id", evse);
            Spelling.put(place, "connectorId", connector);
            component.put("evse", place);
        }
        var variable = new LinkedHashMap<String, Object>();
        variable.put("name", name);
        Spelling.put(variable, "instance", instance);
        var named = new LinkedHashMap<String, Object>();
        named.put("component", component);
        named.put("variable", variable);
        return named;
    }

    /** The same entry with the attribute's type. */
    Map<String, Object> namedWithAttribute() {
        var named = named();
        Spelling.put(named, "attributeType", attribute);
        return named;
    }

    /** An entry of a report; empty for a key without a variable. */
    static Optional<Map<String, Object>> reported(Entry entry) {
        return known(entry.key()).map(variable -> {
            var reported = variable.named();
            reported.put(
                    "variableAttribute",
                    List.of(Map.of("value", entry.value(), "mutability", entry.readonly() ? "ReadOnly" : "ReadWrite")));
            reported.put("variableCharacteristics", variable.characteristics(entry.value()));
            return reported;
        });
    }

    private Map<String, Object> characteristics(String value) {
        var characteristics = new LinkedHashMap<String, Object>();
        Spelling.put(characteristics, "unit", UNITS.get(name));
        characteristics.put("dataType", dataType(value));
        if (name.equals("AvailabilityState")) {
            characteristics.put("valuesList", "Available,Occupied,Reserved,Unavailable,Faulted");
        }
        characteristics.put("supportsMonitoring", OF_EVSES.contains(name));
        return characteristics;
    }

    private String dataType(String value) {
        if (name.equals("AvailabilityState")) {
            return "OptionList";
        }
        if (name.endsWith("Measurands") || name.equals("RateUnit")) {
            return "MemberList";
        }
        if (value.equals("true") || value.equals("false")) {
            return "boolean";
        }
        return value.matches("\\d{1,9}") ? "integer" : "string";
    }

    /** The entries of a base report (OCPP 2.0.1, part 2, B07). */
    static List<Entry> ofBase(String base, List<Entry> all) {
        return all.stream()
                .filter(entry -> known(entry.key()).isPresent())
                .filter(entry -> switch (base) {
                    case "ConfigurationInventory" -> !entry.readonly();
                    case "SummaryInventory" -> entry.key().contains(AT);
                    default -> true;
                })
                .toList();
    }

    /**
     * The entries of a custom report (OCPP 2.0.1, part 2, B08).
     *
     * @param wanted empty for all; a choice without a variable name stands for all variables of its component
     * @param criteria the component must meet one of them; empty for all components
     */
    static List<Entry> chosen(List<Choice> wanted, List<String> criteria, List<Entry> all) {
        return all.stream()
                .filter(entry -> known(entry.key()).isPresent())
                .filter(entry ->
                        wanted.isEmpty() || wanted.stream().anyMatch(choice -> choice.takes(ofKey(entry.key()))))
                .filter(entry -> criteria.isEmpty()
                        || criteria.stream()
                                .anyMatch(criterion -> ofKey(entry.key()).meets(criterion, all)))
                .toList();
    }

    /** A component without the variable counts as active, available, enabled and without a problem. */
    private boolean meets(String criterion, List<Entry> all) {
        return all.stream()
                .filter(entry -> known(entry.key())
                        .filter(other -> other.name.equals(criterion) && isOfSameComponent(other))
                        .isPresent())
                .findFirst()
                .map(entry -> entry.value().equals("true"))
                .orElse(!criterion.equals("Problem"));
    }

    private boolean isOfSameComponent(Variable other) {
        return component.equalsIgnoreCase(other.component)
                && isSame(componentInstance, other.componentInstance)
                && Objects.equals(evse, other.evse);
    }

    /**
     * A selection in a request for a report.
     *
     * @param evse null for any
     * @param name null for all variables of the component
     * @param instance null for any
     */
    record Choice(
            String component,
            @Nullable Integer evse,
            @Nullable String name,
            @Nullable String instance) {

        static Choice read(JsonNode entry) throws MalformedRequest {
            var component = entry.path("component");
            var variable = entry.path("variable");
            return new Choice(
                    new Fields(component).text("name"),
                    new Fields(component.path("evse")).optionalNumber("id"),
                    variable.isMissingNode() ? null : new Fields(variable).text("name"),
                    new Fields(variable).optionalText("instance"));
        }

        boolean takes(Variable variable) {
            return component.equalsIgnoreCase(variable.component)
                    && (evse == null || evse.equals(variable.evse))
                    && (name == null || name.equalsIgnoreCase(variable.name))
                    && (instance == null || instance.equalsIgnoreCase(variable.instance));
        }
    }
}
