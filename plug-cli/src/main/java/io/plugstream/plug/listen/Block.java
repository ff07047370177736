package io.plugstream.plug.listen;

import org.jspecify.annotations.Nullable;

/**
 * A block of a stream of server-sent events.
 *
 * @param id where to go on after it
 * @param event null for a mere comment
 */
record Block(
        @Nullable String id,
        @Nullable String event,
        @Nullable String data) {}
