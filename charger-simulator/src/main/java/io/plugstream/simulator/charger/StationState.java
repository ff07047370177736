package io.plugstream.simulator.charger;

import java.util.List;

/**
 * State that only OCPP 2 chargers have. Each list is bounded, so that the whole stays below 50 kB.
 *
 * @param level the least severity that monitors report
 */
public record StationState(
        List<Monitor> monitors, int level, List<DisplayMessage> messages, List<Certificate> certificates) {

    private static final int ALL_LEVELS = 9;

    static final StationState EMPTY = new StationState(List.of(), ALL_LEVELS, List.of(), List.of());

    public StationState {
        monitors = List.copyOf(monitors);
        messages = List.copyOf(messages);
        certificates = List.copyOf(certificates);
    }

    StationState monitors(List<Monitor> set) {
        return new StationState(set, level, messages, certificates);
    }

    StationState level(int severity) {
        return new StationState(monitors, severity, messages, certificates);
    }

    StationState messages(List<DisplayMessage> shown) {
        return new StationState(monitors, level, shown, certificates);
    }

    StationState certificates(List<Certificate> installed) {
        return new StationState(monitors, level, messages, installed);
    }
}
