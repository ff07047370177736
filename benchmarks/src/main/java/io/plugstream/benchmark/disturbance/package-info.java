/** The load of many organisations beside a disturbance: an organisation that does its worst, or a broker or gateway that dies. */
@NullMarked
package io.plugstream.benchmark.disturbance;

import org.jspecify.annotations.NullMarked;
