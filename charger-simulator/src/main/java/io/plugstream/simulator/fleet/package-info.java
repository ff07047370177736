/** Simulated chargers on real WebSockets, many in one process. */
@NullMarked
package io.plugstream.simulator.fleet;

import org.jspecify.annotations.NullMarked;
