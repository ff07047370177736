/** What is written to a terminal. */
@NullMarked
package io.plugstream.plug.output;

import org.jspecify.annotations.NullMarked;
