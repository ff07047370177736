/** What gateways remember of chargers leaves their tables, once nobody needs it any more. */
@NullMarked
package io.plugstream.gateway.memory;

import org.jspecify.annotations.NullMarked;
