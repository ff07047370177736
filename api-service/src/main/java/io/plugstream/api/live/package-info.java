/** Streams events and chargers' frames as server-sent events; a resumed stream first reads the events it missed. */
@NullMarked
package io.plugstream.api.live;

import org.jspecify.annotations.NullMarked;
