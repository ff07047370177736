/** The HTTP API of Plugstream. */
@NullMarked
package io.plugstream.api;

import org.jspecify.annotations.NullMarked;
