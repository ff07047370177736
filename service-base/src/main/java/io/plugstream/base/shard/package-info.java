/** The loop of services that own shards of the log: it restarts after failures and reports its health. */
@NullMarked
package io.plugstream.base.shard;

import org.jspecify.annotations.NullMarked;
