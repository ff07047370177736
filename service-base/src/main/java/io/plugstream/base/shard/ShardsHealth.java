package io.plugstream.base.shard;

import java.time.Duration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Whether a loop makes progress and all shards assigned to this instance, if any, are open. */
public final class ShardsHealth implements HealthIndicator {

    private static final Duration LONGEST_TURN = Duration.ofSeconds(30);

    private final ShardLoop<?> loop;

    public ShardsHealth(ShardLoop<?> loop) {
        this.loop = loop;
    }

    @Override
    public Health health() {
        ShardLoop.State state = loop.state();
        Duration sinceTurn = state.sinceTurn();
        boolean isMoving = sinceTurn != null && sinceTurn.compareTo(LONGEST_TURN) < 0;
        Health.Builder health = state.isComplete() && isMoving ? Health.up() : Health.outOfService();
        health.withDetail("joined", state.joined()).withDetail("shardsOpen", state.shards());
        if (sinceTurn != null && !isMoving) {
            health.withDetail("secondsSinceTurn", sinceTurn.toSeconds());
        }
        String fault = state.fault();
        return fault == null
                ? health.build()
                : health.withDetail("fault", fault).build();
    }
}
