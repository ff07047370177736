/** Which gateway holds which charger's connection, as the log says; and the chargers of gateways that are no more. */
@NullMarked
package io.plugstream.gateway.presence;

import org.jspecify.annotations.NullMarked;
