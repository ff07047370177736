/** Scenarios: steps for a simulated charger, and the events that they must cause. */
@NullMarked
package io.plugstream.simulator.scenario;

import org.jspecify.annotations.NullMarked;
