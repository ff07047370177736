/** From an API call to its quota decision, through the log. */
@NullMarked
package io.plugstream.benchmark.quota;

import org.jspecify.annotations.NullMarked;
