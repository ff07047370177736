/** OCPP-J framing: text frames to typed messages and back. */
@NullMarked
package io.plugstream.gateway.ocpp;

import org.jspecify.annotations.NullMarked;
