package io.plugstream.plug.listen;

import org.jspecify.annotations.Nullable;

/**
 * A block of a stream of server-sent events.
 *
 * @param id the position after it
 * @param event null for a comment
 */
record Block(
        @Nullable String id,
        @Nullable String event,
        @Nullable String data) {}
