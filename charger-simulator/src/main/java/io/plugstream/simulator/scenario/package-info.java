/** Scenarios: steps that a simulated charger is taken through, and the events that come of it. */
@NullMarked
package io.plugstream.simulator.scenario;

import org.jspecify.annotations.NullMarked;
