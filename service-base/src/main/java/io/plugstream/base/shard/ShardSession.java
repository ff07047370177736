package io.plugstream.base.shard;

import java.util.Map;

/**
 * A membership in a consumer group, and its assigned shards. Confined to one thread, except {@link #hasJoined} and
 * {@link #shards}.
 */
public interface ShardSession extends AutoCloseable {

    void join();

    /** Polls for records and processes them. */
    void turn();

    /** Makes {@link #close} leave the group, so that other instances take over at once. */
    void leave();

    /** Whether the group has assigned shards to this instance. */
    boolean hasJoined();

    /** The shards assigned to this instance, and whether each is open. */
    Map<Integer, Boolean> shards();

    @Override
    void close();
}
