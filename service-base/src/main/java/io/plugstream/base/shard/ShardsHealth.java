package io.plugstream.base.shard;

import java.time.Clock;
import java.time.Duration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Whether a loop makes progress and all shards assigned to this instance, if any, are open. */
public final class ShardsHealth implements HealthIndicator {

    private static final Duration LONGEST_TURN = Duration.ofSeconds(30);

    private final ShardLoop<?> loop;
    private final Clock clock;

    public ShardsHealth(ShardLoop<?> loop, Clock clock) {
        this.loop = loop;
        this.clock = clock;
    }

    @Override
    public Health health() {
        ShardLoop.State state = loop.state();
        boolean isMoving = state.lastTurn().isAfter(clock.instant().minus(LONGEST_TURN));
        Health.Builder health = state.isComplete() && isMoving ? Health.up() : Health.outOfService();
        health.withDetail("joined", state.joined()).withDetail("shardsOpen", state.shards());
        if (!isMoving) {
            health.withDetail("lastTurn", state.lastTurn());
        }
        String fault = state.fault();
        return fault == null
                ? health.build()
                : health.withDetail("fault", fault).build();
    }
}
