/** From an event in Kafka to the POST at its receiver. */
@NullMarked
package io.plugstream.benchmark.delivery;

import org.jspecify.annotations.NullMarked;
