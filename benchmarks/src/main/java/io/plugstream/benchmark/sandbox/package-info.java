/** What test chargers need of the service that simulates them. */
@NullMarked
package io.plugstream.benchmark.sandbox;

import org.jspecify.annotations.NullMarked;
