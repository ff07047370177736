/** The real parts a benchmark runs on: a broker and one service, for the time of a run. */
@NullMarked
package io.plugstream.benchmark.platform;

import org.jspecify.annotations.NullMarked;
