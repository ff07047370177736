/** The interface of OCPP versions, and the frames of OCPP-J. */
@NullMarked
package io.plugstream.simulator.protocol;

import org.jspecify.annotations.NullMarked;
