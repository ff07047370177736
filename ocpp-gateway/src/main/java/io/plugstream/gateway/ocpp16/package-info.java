/** OCPP 1.6: the requests that a charger sends, validated and read. */
@NullMarked
package io.plugstream.gateway.ocpp16;

import org.jspecify.annotations.NullMarked;
