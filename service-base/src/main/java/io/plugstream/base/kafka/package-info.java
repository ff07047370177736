/** Kafka as every service uses it: its topics exist before it starts, compacted topics are tables in memory, health says so. */
@NullMarked
package io.plugstream.base.kafka;

import org.jspecify.annotations.NullMarked;
