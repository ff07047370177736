/** Tracks in the log which gateway holds which charger's connection, and ends the connections of lost gateways. */
@NullMarked
package io.plugstream.gateway.presence;

import org.jspecify.annotations.NullMarked;
