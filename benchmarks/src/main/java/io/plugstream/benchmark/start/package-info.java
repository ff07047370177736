/** How long services take to start when their tables are large and have changed often. */
@NullMarked
package io.plugstream.benchmark.start;

import org.jspecify.annotations.NullMarked;
