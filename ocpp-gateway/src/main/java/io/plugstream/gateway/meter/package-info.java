/** Meter values in one normal form. */
@NullMarked
package io.plugstream.gateway.meter;

import org.jspecify.annotations.NullMarked;
