/** The sandbox: simulates the chargers of test keys. */
@NullMarked
package io.plugstream.sandbox;

import org.jspecify.annotations.NullMarked;
