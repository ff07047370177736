/** The interfaces that each OCPP version implements, in a package of its own, and answers that they share. */
@NullMarked
package io.plugstream.gateway.protocol;

import org.jspecify.annotations.NullMarked;
