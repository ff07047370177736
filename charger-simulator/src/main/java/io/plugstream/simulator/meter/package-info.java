/** The power that a charging car draws. */
@NullMarked
package io.plugstream.simulator.meter;

import org.jspecify.annotations.NullMarked;
