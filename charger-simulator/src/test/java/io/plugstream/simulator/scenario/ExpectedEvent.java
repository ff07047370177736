package io.plugstream.simulator.scenario;

import io.plugstream.model.event.EventType;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * An event that a scenario must cause.
 *
 * @param data the expected values of some of its fields
 */
public record ExpectedEvent(EventType event, Map<String, Object> data) {

    public ExpectedEvent {
        data = Map.copyOf(data);
    }

    static ExpectedEvent of(EventType event) {
        return new ExpectedEvent(event, Map.of());
    }

    static ExpectedEvent of(EventType event, String field, Object value) {
        return new ExpectedEvent(event, Map.of(field, value));
    }

    /** The event in one line, as in the documentation. */
    @Override
    public String toString() {
        return event.wireName()
                + new TreeMap<>(data)
                        .entrySet().stream()
                                .map(field -> ' ' + field.getKey() + '=' + field.getValue())
                                .collect(Collectors.joining());
    }
}
