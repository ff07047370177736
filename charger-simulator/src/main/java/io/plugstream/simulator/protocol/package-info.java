/** What a protocol has to say about a charger's messages and answers, and the frames of OCPP-J. */
@NullMarked
package io.plugstream.simulator.protocol;

import org.jspecify.annotations.NullMarked;
