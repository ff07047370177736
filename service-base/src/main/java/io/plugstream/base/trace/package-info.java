/** Propagation of the W3C trace context between services through Kafka. */
@NullMarked
package io.plugstream.base.trace;

import org.jspecify.annotations.NullMarked;
