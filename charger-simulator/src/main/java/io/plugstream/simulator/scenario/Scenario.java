package io.plugstream.simulator.scenario;

import java.util.List;

/** Steps for a charger that is connected, idle and without a car, both before and afterwards. */
public record Scenario(String name, List<Step> steps) {

    public Scenario {
        steps = List.copyOf(steps);
    }
}
