/** Open WebSocket connections: their messages, their lives, their ends. */
@NullMarked
package io.plugstream.gateway.connection;

import org.jspecify.annotations.NullMarked;
