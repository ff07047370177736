package io.plugstream.sandbox.shard;

import io.plugstream.base.shard.ShardsHealth;
import java.time.Clock;
import org.springframework.stereotype.Component;

/** Whether this instance has opened all shards assigned to it, if any, and makes progress. */
@Component
final class ShardsHealthIndicator extends ShardsHealth {

    ShardsHealthIndicator(SandboxLoop loop, Clock clock) {
        super(loop, clock);
    }
}
