/** A real Apache Kafka broker in a process of its own. */
@NullMarked
package io.plugstream.local.kafka;

import org.jspecify.annotations.NullMarked;
