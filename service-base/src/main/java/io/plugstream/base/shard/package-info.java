/** What services share that own shards of the log: a loop that begins anew after failures, and its health. */
@NullMarked
package io.plugstream.base.shard;

import org.jspecify.annotations.NullMarked;
