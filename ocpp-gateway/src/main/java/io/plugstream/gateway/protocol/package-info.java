/** What a version of OCPP has to offer so that the gateway can speak it; each version has a package of its own. */
@NullMarked
package io.plugstream.gateway.protocol;

import org.jspecify.annotations.NullMarked;
