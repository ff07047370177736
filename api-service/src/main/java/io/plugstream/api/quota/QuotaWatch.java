package io.plugstream.api.quota;

import io.plugstream.base.RepeatingThread;
import java.time.Duration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Watches whether decisions come: ticks, sends probes, and delays readiness until the first answer. */
@Component("quotaHealthIndicator")
class QuotaWatch implements SmartLifecycle, HealthIndicator {

    private static final int PHASE = 1;

    private final Metering metering;
    private final Duration probeInterval;
    private final RepeatingThread ticks = new RepeatingThread("quota-ticks");
    private final RepeatingThread probes = new RepeatingThread("quota-probes");

    QuotaWatch(Metering metering, QuotaProperties properties) {
        this.metering = metering;
        this.probeInterval = properties.probeInterval();
    }

    /** Out of service until the first decision. Later outages appear only in the details, because calls proceed. */
    @Override
    public Health health() {
        Health.Builder health = metering.isProven() ? Health.up() : Health.outOfService();
        return health.withDetail("answering", metering.isProven() && !metering.isUnavailable())
                .build();
    }

    @Override
    public void start() {
        // Pauses in between, so that ticks missed in a pause of the process are not repeated.
        ticks.start(QuotaAvailability.TICK, QuotaAvailability.TICK, metering::tick);
        probes.start(Duration.ZERO, probeInterval, metering::probe);
    }

    @Override
    public void stop() {
        ticks.stop();
        probes.stop();
    }

    @Override
    public boolean isRunning() {
        return ticks.isRunning();
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
