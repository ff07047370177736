/** A simulated charger without connection and protocol: takes actions and requests, produces messages and answers. */
@NullMarked
package io.plugstream.simulator.charger;

import org.jspecify.annotations.NullMarked;
