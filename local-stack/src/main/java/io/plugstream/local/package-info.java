/** The platform on one machine: what {@code ./run} starts, and the real parts that tests use. */
@NullMarked
package io.plugstream.local;

import org.jspecify.annotations.NullMarked;
