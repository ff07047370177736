/** OCPP 2.0.1, and what later versions of OCPP 2 have in common with it. */
@NullMarked
package io.plugstream.gateway.ocpp2;

import org.jspecify.annotations.NullMarked;
