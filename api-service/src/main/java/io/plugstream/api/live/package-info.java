/** Events as they happen, as server-sent events: the head of the topics fanned out, and gaps read for those who come back. */
@NullMarked
package io.plugstream.api.live;

import org.jspecify.annotations.NullMarked;
