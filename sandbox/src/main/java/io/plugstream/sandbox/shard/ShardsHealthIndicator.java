package io.plugstream.sandbox.shard;

import io.plugstream.base.shard.ShardsHealth;
import java.time.Clock;
import org.springframework.stereotype.Component;

/** Whether this instance simulates the chargers of all shards that are its own, be there any or not. */
@Component
final class ShardsHealthIndicator extends ShardsHealth {

    ShardsHealthIndicator(SandboxLoop loop, Clock clock) {
        super(loop, clock);
    }
}
