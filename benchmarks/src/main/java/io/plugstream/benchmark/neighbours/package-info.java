/** One organisation that does its worst, beside others that work. */
@NullMarked
package io.plugstream.benchmark.neighbours;

import org.jspecify.annotations.NullMarked;
