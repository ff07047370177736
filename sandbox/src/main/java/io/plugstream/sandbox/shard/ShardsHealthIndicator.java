package io.plugstream.sandbox.shard;

import java.time.Clock;
import java.time.Duration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Whether this instance simulates the chargers of all shards that are its own, be there any or not. */
@Component
final class ShardsHealthIndicator implements HealthIndicator {

    private static final Duration LONGEST_TURN = Duration.ofSeconds(30);

    private final SandboxLoop loop;
    private final Clock clock;

    ShardsHealthIndicator(SandboxLoop loop, Clock clock) {
        this.loop = loop;
        this.clock = clock;
    }

    @Override
    public Health health() {
        var state = loop.state();
        var isMoving = state.lastTurn().isAfter(clock.instant().minus(LONGEST_TURN));
        var isWhole = state.joined() && !state.shards().containsValue(false);
        var health = isWhole && isMoving ? Health.up() : Health.outOfService();
        health.withDetail("joined", state.joined()).withDetail("shardsOpen", state.shards());
        if (!isMoving) {
            health.withDetail("lastTurn", state.lastTurn());
        }
        var fault = state.fault();
        return fault == null
                ? health.build()
                : health.withDetail("fault", fault).build();
    }
}
