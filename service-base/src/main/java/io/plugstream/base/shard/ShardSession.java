package io.plugstream.base.shard;

import java.util.Map;

/** A membership in a group of consumers, and the shards that come with it. Of one thread, but for what is shown. */
public interface ShardSession extends AutoCloseable {

    void join();

    /** Waits for records and deals with them. */
    void turn();

    /** From now on, closing means leaving the group, so that others take over at once. */
    void leave();

    /** Whether the group has said which shards are this instance's. */
    boolean hasJoined();

    /** Each shard that is this instance's, and whether it is open. */
    Map<Integer, Boolean> shards();

    @Override
    void close();
}
