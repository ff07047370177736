/** Calls of Plugstream's HTTP API, as any client makes them. */
@NullMarked
package io.plugstream.plug.api;

import org.jspecify.annotations.NullMarked;
