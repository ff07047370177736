/** Removes the stored state of chargers from the tables once it is no longer needed. */
@NullMarked
package io.plugstream.gateway.cleanup;

import org.jspecify.annotations.NullMarked;
