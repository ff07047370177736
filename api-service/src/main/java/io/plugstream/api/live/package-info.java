/** Events and chargers' frames as they happen, as server-sent events, and gaps of events for those who come back. */
@NullMarked
package io.plugstream.api.live;

import org.jspecify.annotations.NullMarked;
