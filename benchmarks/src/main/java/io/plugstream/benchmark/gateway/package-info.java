/** How fast the gateway answers chargers, and what an idle socket costs, against a bare echo. */
@NullMarked
package io.plugstream.benchmark.gateway;

import org.jspecify.annotations.NullMarked;
