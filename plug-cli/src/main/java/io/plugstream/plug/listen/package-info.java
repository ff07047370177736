/** Forwards events as deliveries: the stream, the POSTs, and the saved position. */
@NullMarked
package io.plugstream.plug.listen;

import org.jspecify.annotations.NullMarked;
