package io.plugstream.local.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The configuration keys of the charger (OCPP 1.6, section 9). One can be written: how often the meter is read. */
final class ChargerSettings {
    private static final String SAMPLE_INTERVAL = "MeterValueSampleInterval";
    private static final int LONGEST_INTERVAL = 3600;

    private final ChargerState state;
    private final Duration pause;

    /** With {@code pause} for the interval until another is written. */
    ChargerSettings(ChargerState state, Duration pause) {
        this.state = state;
        this.pause = pause;
    }

    Duration sampleInterval() {
        var seconds = state.memory().sampleSeconds();
        return seconds == null ? pause : Duration.ofSeconds(seconds);
    }

    /** All keys, or those that are asked for. */
    CommandAnswer read(JsonNode asked) {
        var present = present();
        List<String> names = asked.isEmpty()
                ? List.copyOf(present.keySet())
                : asked.valueStream().map(name -> name.asString("")).toList();
        var known = new ArrayList<Map<String, ?>>();
        var unknown = new ArrayList<String>();
        for (var name : names) {
            var value = present.get(name);
            if (value == null) {
                unknown.add(name);
            } else {
                known.add(Map.of("key", name, "readonly", !name.equals(SAMPLE_INTERVAL), "value", value));
            }
        }
        return new CommandAnswer.Result(
                unknown.isEmpty()
                        ? Map.of("configurationKey", known)
                        : Map.of("configurationKey", known, "unknownKey", unknown));
    }

    CommandAnswer change(String key, String value) throws IOException {
        if (!present().containsKey(key)) {
            return CommandAnswer.status("NotSupported");
        }
        if (!key.equals(SAMPLE_INTERVAL)
                || !value.matches("[1-9]\\d{0,3}")
                || Integer.parseInt(value) > LONGEST_INTERVAL) {
            return CommandAnswer.status("Rejected");
        }
        var _ = state.remember(past -> past.sampling(Integer.parseInt(value)));
        return CommandAnswer.status("Accepted");
    }

    private Map<String, String> present() {
        var present = new LinkedHashMap<String, String>();
        present.put("AuthorizeRemoteTxRequests", "true");
        present.put("GetConfigurationMaxKeys", "20");
        present.put(SAMPLE_INTERVAL, Long.toString(Math.max(1, sampleInterval().toSeconds())));
        present.put("MeterValuesSampledData", "Energy.Active.Import.Register");
        present.put("NumberOfConnectors", Integer.toString(RemoteControl.CONNECTOR));
        present.put("SupportedFeatureProfiles", "Core,RemoteTrigger");
        return present;
    }
}
