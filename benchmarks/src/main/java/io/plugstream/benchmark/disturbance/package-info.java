/** Work of many organisations beside something that disturbs it: one that does its worst, or a broker that dies. */
@NullMarked
package io.plugstream.benchmark.disturbance;

import org.jspecify.annotations.NullMarked;
