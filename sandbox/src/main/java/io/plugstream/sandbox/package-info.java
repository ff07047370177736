/** The sandbox: simulates test chargers. */
@NullMarked
package io.plugstream.sandbox;

import org.jspecify.annotations.NullMarked;
