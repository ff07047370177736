/** A simulated charger without its wire: what it is told and asked goes in, messages and answers come out. It knows no protocol. */
@NullMarked
package io.plugstream.simulator.charger;

import org.jspecify.annotations.NullMarked;
