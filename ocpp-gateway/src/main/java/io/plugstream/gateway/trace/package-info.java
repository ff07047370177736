/**
 * What one charger and the gateway say to each other, shown in the log for as long as an operator asks for it, and to
 * the API for as long as somebody looks.
 */
@NullMarked
package io.plugstream.gateway.trace;

import org.jspecify.annotations.NullMarked;
