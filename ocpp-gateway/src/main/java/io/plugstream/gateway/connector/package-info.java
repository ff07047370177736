/** Remembers connector states, so that only changes become events. */
@NullMarked
package io.plugstream.gateway.connector;

import org.jspecify.annotations.NullMarked;
