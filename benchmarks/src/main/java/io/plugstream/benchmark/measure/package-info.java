/** Sending at a rate, and latencies. */
@NullMarked
package io.plugstream.benchmark.measure;

import org.jspecify.annotations.NullMarked;
