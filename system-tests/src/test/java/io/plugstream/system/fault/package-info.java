/** The platform on three brokers with two instances of each service, a load on it, and faults that a test composes. */
@NullMarked
package io.plugstream.system.fault;

import org.jspecify.annotations.NullMarked;
