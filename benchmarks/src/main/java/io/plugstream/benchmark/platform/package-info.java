/** The real brokers, services and other servers that a benchmark runs on. */
@NullMarked
package io.plugstream.benchmark.platform;

import org.jspecify.annotations.NullMarked;
