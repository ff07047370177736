package io.plugstream.simulator.scenario;

import java.util.List;

/**
 * What happens to a charger that is connected, free and without a car, and ends so.
 *
 * @param about what it shows, in a sentence
 * @param events that come of it, each kind (charger, connector, transaction) in its order, with a meter that is read only where
 *     a step says so
 */
public record Scenario(String name, String about, List<Step> steps, List<ExpectedEvent> events) {

    public Scenario {
        steps = List.copyOf(steps);
        events = List.copyOf(events);
    }
}
