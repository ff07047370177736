/** How fast a car charges, and what its charger's meter says meanwhile. */
@NullMarked
package io.plugstream.simulator.meter;

import org.jspecify.annotations.NullMarked;
