/** A test charger of this instance: what it remembers, what happens to it, and its scenarios. */
@NullMarked
package io.plugstream.sandbox.charger;

import org.jspecify.annotations.NullMarked;
