/** OCPP 2.0.1 on a charger's side. */
@NullMarked
package io.plugstream.simulator.ocpp2;

import org.jspecify.annotations.NullMarked;
