/** Open WebSocket connections: their messages, their keep-alive and how they end. */
@NullMarked
package io.plugstream.gateway.connection;

import org.jspecify.annotations.NullMarked;
