/** The server that chargers connect to. */
@NullMarked
package io.plugstream.gateway;

import org.jspecify.annotations.NullMarked;
