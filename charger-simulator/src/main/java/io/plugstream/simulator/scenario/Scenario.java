package io.plugstream.simulator.scenario;

import java.util.List;

/**
 * Steps for a charger that is connected, idle and without a car, both before and afterwards.
 *
 * @param about a sentence that describes it
 * @param events the events that it causes, in order for each kind (charger, connector, transaction); the meter is read
 *     only in steps that do so
 */
public record Scenario(String name, String about, List<Step> steps, List<ExpectedEvent> events) {

    public Scenario {
        steps = List.copyOf(steps);
        events = List.copyOf(events);
    }
}
