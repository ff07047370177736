/** A client of Plugstream's HTTP API. */
@NullMarked
package io.plugstream.plug.api;

import org.jspecify.annotations.NullMarked;
