package io.plugstream.webhook.claim;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Whether this instance takes part in claiming. */
@Component
final class ClaimsHealthIndicator implements HealthIndicator {

    private final ClaimLoop loop;

    ClaimsHealthIndicator(ClaimLoop loop) {
        this.loop = loop;
    }

    @Override
    public Health health() {
        return loop.isClaiming() ? Health.up().build() : Health.outOfService().build();
    }
}
