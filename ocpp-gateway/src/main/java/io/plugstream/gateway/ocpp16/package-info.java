/** The operations of OCPP 1.6 that a charger initiates: typed requests, read and validated from their payloads. */
@NullMarked
package io.plugstream.gateway.ocpp16;

import org.jspecify.annotations.NullMarked;
