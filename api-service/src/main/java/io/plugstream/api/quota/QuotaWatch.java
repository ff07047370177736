package io.plugstream.api.quota;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Watches whether decisions come: ticks, sends probes, and delays readiness until the first answer. */
@Component("quotaHealthIndicator")
class QuotaWatch implements SmartLifecycle, HealthIndicator {

    private static final Logger log = LoggerFactory.getLogger(QuotaWatch.class);
    private static final int PHASE = 1;

    private final Metering metering;
    private final Duration probeInterval;
    private @Nullable ScheduledExecutorService timer;

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
        ScheduledExecutorService fresh = Executors.newScheduledThreadPool(
                1, Thread.ofPlatform().name("quota-watch").daemon().factory());
        long tick = QuotaAvailability.TICK.toMillis();
        // A fixed delay, so that ticks missed in a pause are not repeated.
        Future<?> _ = fresh.scheduleWithFixedDelay(guarded(metering::tick), tick, tick, TimeUnit.MILLISECONDS);
        Future<?> _ = fresh.scheduleWithFixedDelay(
                guarded(metering::probe), 0, probeInterval.toMillis(), TimeUnit.MILLISECONDS);
        timer = fresh;
    }

    /** Catches everything, because the executor never runs a task again that threw something. */
    private static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (Throwable e) {
                log.error("Watching quota-service failed", e);
            }
        };
    }

    @Override
    public void stop() {
        ScheduledExecutorService former = timer;
        timer = null;
        if (former != null) {
            former.shutdownNow();
        }
    }

    @Override
    public boolean isRunning() {
        return timer != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
