/** The terminal output. */
@NullMarked
package io.plugstream.plug.output;

import org.jspecify.annotations.NullMarked;
