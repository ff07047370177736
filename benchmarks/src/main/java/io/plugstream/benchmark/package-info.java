/** Load drivers: what a service adds, beside a bare yardstick measured in the same run. */
@NullMarked
package io.plugstream.benchmark;

import org.jspecify.annotations.NullMarked;
