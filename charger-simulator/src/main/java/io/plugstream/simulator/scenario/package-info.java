/** Scenarios: steps for a simulated charger. */
@NullMarked
package io.plugstream.simulator.scenario;

import org.jspecify.annotations.NullMarked;
