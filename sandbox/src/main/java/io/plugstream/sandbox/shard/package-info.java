/** Which test chargers are this instance's: shards, given by the group and fenced by Kafka (ADR 74). */
@NullMarked
package io.plugstream.sandbox.shard;

import org.jspecify.annotations.NullMarked;
