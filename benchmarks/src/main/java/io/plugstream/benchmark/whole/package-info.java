/** The whole platform: the cost of a message, and the latency of each leg. */
@NullMarked
package io.plugstream.benchmark.whole;

import org.jspecify.annotations.NullMarked;
