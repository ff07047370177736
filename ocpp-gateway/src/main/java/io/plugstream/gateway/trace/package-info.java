/**
 * Shows the frames between a charger and the gateway: in the log while an operator traces the charger, and in the API
 * while a client watches it.
 */
@NullMarked
package io.plugstream.gateway.trace;

import org.jspecify.annotations.NullMarked;
