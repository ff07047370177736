/** The resources that test chargers need in the service that simulates them. */
@NullMarked
package io.plugstream.benchmark.sandbox;

import org.jspecify.annotations.NullMarked;
