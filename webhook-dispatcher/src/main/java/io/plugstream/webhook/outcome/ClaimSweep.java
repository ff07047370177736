package io.plugstream.webhook.outcome;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Gives claims whose dispatcher died their outcome. Instances share the partitions of the deliveries topic as a consumer
 * group; each follows its share and keeps the open claims in memory. The group's committed offset is that of the oldest
 * open claim, so whoever takes a partition over knows them all. An unknown outcome and the offset that leaves its claim
 * behind are one transaction, which an instance that has lost the partition cannot commit.
 */
@Component
final class ClaimSweep implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(ClaimSweep.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final KafkaClients clients;
    private final Instance instance;
    private final OutcomeProperties times;
    private final OutcomeCounters counters;
    private final Clock clock;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private volatile int openClaims;
    private volatile @Nullable Thread sweeper;

    /** @param created so that the topic exists */
    ClaimSweep(
            KafkaClients clients,
            TopicCreator created,
            Instance instance,
            OutcomeProperties times,
            OutcomeCounters counters,
            Clock clock,
            MeterRegistry meters) {
        this.clients = clients;
        this.instance = instance;
        this.times = times;
        this.counters = counters;
        this.clock = clock;
        Gauge.builder("plugstream.dispatcher.claims.open", this, sweep -> sweep.openClaims)
                .description("Claims without outcome in the partitions that this instance sweeps")
                .register(meters);
    }

    private void sweepUntilStopped() {
        while (!isStopping()) {
            try (SweepSession session = new SweepSession(clients, instance, times, counters, clock)) {
                session.join();
                while (!isStopping()) {
                    session.follow();
                    openClaims = session.openClaims();
                }
                session.leave();
            } catch (KafkaException e) {
                log.warn("The sweep of claims begins anew after: {}", e.toString());
                pause();
            } catch (RuntimeException e) {
                log.error("The sweep of claims begins anew after a fault", e);
                pause();
            }
        }
    }

    private boolean isStopping() {
        return stopping.getCount() == 0;
    }

    private void pause() {
        try {
            boolean stopped = stopping.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
            log.debug("Pause is over, stopped {}", stopped);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopping.countDown();
        }
    }

    @Override
    public void start() {
        sweeper = Thread.ofPlatform().name("sweep").start(this::sweepUntilStopped);
    }

    @Override
    public void stop() {
        stopping.countDown();
        Thread thread = sweeper;
        if (thread != null) {
            try {
                thread.join(Duration.ofSeconds(10));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        sweeper = null;
    }

    @Override
    public boolean isRunning() {
        return sweeper != null;
    }

    /** Stops early, so that another instance takes over while this one drains. */
    @Override
    public int getPhase() {
        return OutcomeLog.PHASE + 300;
    }
}
