/** The whole platform: what a message costs all of it, and how long each leg takes. */
@NullMarked
package io.plugstream.benchmark.whole;

import org.jspecify.annotations.NullMarked;
