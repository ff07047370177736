/** A test charger on this instance: its state, its orders and its scenarios. */
@NullMarked
package io.plugstream.sandbox.charger;

import org.jspecify.annotations.NullMarked;
