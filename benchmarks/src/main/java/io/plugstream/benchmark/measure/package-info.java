/** Loads at a rate, and their latencies. */
@NullMarked
package io.plugstream.benchmark.measure;

import org.jspecify.annotations.NullMarked;
