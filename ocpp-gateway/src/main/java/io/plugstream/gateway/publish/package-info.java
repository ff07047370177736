/** Writes events and tables to Kafka. A write is done when it is acknowledged. */
@NullMarked
package io.plugstream.gateway.publish;

import org.jspecify.annotations.NullMarked;
