package io.plugstream.webhook.claim;

import java.time.Clock;
import java.time.Duration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Whether this instance claims the events of all shards that are its own, be there any or not. */
@Component
final class ClaimsHealthIndicator implements HealthIndicator {

    private static final Duration LONGEST_TURN = Duration.ofSeconds(30);

    private final ClaimLoop loop;
    private final Clock clock;

    ClaimsHealthIndicator(ClaimLoop loop, Clock clock) {
        this.loop = loop;
        this.clock = clock;
    }

    @Override
    public Health health() {
        ClaimLoop.State state = loop.state();
        boolean isMoving = state.lastTurn().isAfter(clock.instant().minus(LONGEST_TURN));
        boolean isWhole = state.joined() && !state.shards().containsValue(false);
        Health.Builder health = isWhole && isMoving ? Health.up() : Health.outOfService();
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
