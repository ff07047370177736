package io.plugstream.simulator.charger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The configuration keys of a charger (OCPP 1.6, section 9); only keys that have an effect on this charger. */
final class Configuration {

    static final String AUTHORIZE_REMOTE = "AuthorizeRemoteTxRequests";
    static final String CONNECTION_TIMEOUT = "ConnectionTimeOut";
    static final String HEARTBEAT = "HeartbeatInterval";
    static final String SAMPLE = "MeterValueSampleInterval";
    static final String MEASURANDS = "MeterValuesSampledData";
    static final String RETRY = "TransactionMessageRetryInterval";

    static final int MOST_PROFILES = 10;
    static final int MOST_LEVEL = 10;
    static final int MOST_PERIODS = 24;

    private static final int LONGEST = 86_400;

    /** In characters (OCPP 1.6, 6.9). */
    private static final int LONGEST_VALUE = 500;

    private static final Set<String> KNOWN_MEASURANDS =
            Set.of("Energy.Active.Import.Register", "Power.Active.Import", "Current.Import", "Voltage", "SoC");

    private final Map<String, Key> keys = new LinkedHashMap<>();

    /** @param valid null for a read-only key */
    private record Key(String usual, @Nullable Predicate<String> valid) {}

    Configuration(ChargerModel model) {
        add(AUTHORIZE_REMOTE, "true", value -> value.equals("true") || value.equals("false"));
        add("ChargeProfileMaxStackLevel", MOST_LEVEL);
        add("ChargingScheduleAllowedChargingRateUnit", "Current,Power", null);
        add("ChargingScheduleMaxPeriods", MOST_PERIODS);
        add(CONNECTION_TIMEOUT, "60", number(1));
        add("GetConfigurationMaxKeys", 50);
        add(HEARTBEAT, "0", number(0));
        add("LocalAuthListEnabled", "true", null);
        add("LocalAuthListMaxLength", LocalList.MOST);
        add("MaxChargingProfilesInstalled", MOST_PROFILES);
        add(SAMPLE, "60", number(0));
        add(
                MEASURANDS,
                "Energy.Active.Import.Register,Power.Active.Import",
                value -> !value.isEmpty()
                        && Arrays.stream(value.split(",", -1))
                                .map(String::strip)
                                .allMatch(KNOWN_MEASURANDS::contains));
        add("NumberOfConnectors", model.connectors());
        add("SendLocalListMaxLength", LocalList.MOST);
        add("StopTransactionOnEVSideDisconnect", "true", null);
        add(
                "SupportedFeatureProfiles",
                "Core,FirmwareManagement,LocalAuthListManagement,Reservation,SmartCharging,RemoteTrigger",
                null);
        add(RETRY, "3", number(1));
        model.configuration().forEach((key, value) -> {
            var known = Objects.requireNonNull(keys.get(key), key);
            if (known.valid() == null || !known.valid().test(value)) {
                throw new IllegalArgumentException(key + " cannot be " + value);
            }
            keys.put(key, new Key(value, known.valid()));
        });
    }

    private void add(String key, int value) {
        add(key, Integer.toString(value), null);
    }

    private void add(String key, String usual, @Nullable Predicate<String> valid) {
        keys.put(key, new Key(usual, valid));
    }

    private static Predicate<String> number(int least) {
        return value ->
                value.matches("\\d{1,5}") && Integer.parseInt(value) >= least && Integer.parseInt(value) <= LONGEST;
    }

    String value(ChargerState state, String key) {
        return state.configuration()
                .getOrDefault(key, Objects.requireNonNull(keys.get(key), key).usual());
    }

    boolean isTrue(ChargerState state, String key) {
        return value(state, key).equals("true");
    }

    /** The value of a key in seconds; zero means off. */
    Duration duration(ChargerState state, String key) {
        return Duration.ofSeconds(Long.parseLong(value(state, key)));
    }

    List<String> measurands(ChargerState state) {
        return Arrays.stream(value(state, MEASURANDS).split(",", -1))
                .map(String::strip)
                .distinct()
                .toList();
    }

    Answer.Configuration read(ChargerState state, List<String> asked) {
        var known = new ArrayList<Answer.Configuration.Entry>();
        var unknown = new ArrayList<String>();
        for (var name : asked.isEmpty() ? List.copyOf(keys.keySet()) : asked) {
            var key = keys.get(name);
            if (key == null) {
                unknown.add(name);
            } else {
                known.add(new Answer.Configuration.Entry(name, key.valid() == null, value(state, name)));
            }
        }
        return new Answer.Configuration(known, unknown);
    }

    /** The status for a change. The caller must apply the change if it is accepted. */
    Answer.Status judge(String name, String value) {
        var key = keys.get(name);
        if (key == null) {
            return Answer.Status.NOT_SUPPORTED;
        }
        return value.length() <= LONGEST_VALUE
                        && key.valid() != null
                        && key.valid().test(value)
                ? Answer.Status.ACCEPTED
                : Answer.Status.REJECTED;
    }
}
