package io.plugstream.webhook.claim;

import io.plugstream.base.shard.ShardsHealth;
import java.time.Clock;
import org.springframework.stereotype.Component;

/** Whether this instance claims the events of all shards that are its own, be there any or not. */
@Component
final class ClaimsHealthIndicator extends ShardsHealth {

    ClaimsHealthIndicator(ClaimLoop loop, Clock clock) {
        super(loop, clock);
    }
}
