/** OCPP 1.6. */
@NullMarked
package io.plugstream.simulator.ocpp16;

import org.jspecify.annotations.NullMarked;
