/** Shards of test chargers, assigned by the consumer group and fenced by Kafka (ADR 74). */
@NullMarked
package io.plugstream.sandbox.shard;

import org.jspecify.annotations.NullMarked;
