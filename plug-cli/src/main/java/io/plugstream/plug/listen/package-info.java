/** Events that are forwarded as deliveries: the stream, the POSTs, and the position between them. */
@NullMarked
package io.plugstream.plug.listen;

import org.jspecify.annotations.NullMarked;
