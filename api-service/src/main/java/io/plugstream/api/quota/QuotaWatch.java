package io.plugstream.api.quota;

import io.plugstream.base.RepeatingThread;
import java.time.Duration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Watches whether decisions come: ticks, sends probes, and delays readiness until the first answer, if one comes. */
@Component("quotaHealthIndicator")
class QuotaWatch implements SmartLifecycle, HealthIndicator {

    private static final int PHASE = 1;
    private static final Duration PROBE_INTERVAL = Duration.ofSeconds(1);

    private final Metering metering;
    private final RepeatingThread ticks = new RepeatingThread("quota-ticks");
    private final RepeatingThread probes = new RepeatingThread("quota-probes");

    QuotaWatch(Metering metering) {
        this.metering = metering;
    }

    /** Out of service while the first decision may come. Outages appear only in the details, because calls proceed. */
    @Override
    public Health health() {
        FirstProbe first = metering.firstProbe();
        Health.Builder health = first.isOver() ? Health.up() : Health.outOfService();
        return health.withDetail("answering", first.isAnswered() && !metering.isUnavailable())
                .build();
    }

    @Override
    public void start() {
        // Pauses in between, so that ticks missed in a pause of the process are not repeated.
        ticks.start(QuotaAvailability.TICK, QuotaAvailability.TICK, metering::tick);
        probes.start(Duration.ZERO, PROBE_INTERVAL, metering::probe);
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
