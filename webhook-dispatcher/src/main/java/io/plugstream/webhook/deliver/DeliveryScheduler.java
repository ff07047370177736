package io.plugstream.webhook.deliver;

import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.StartRefusedException;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.Outcome;
import io.plugstream.webhook.outcome.OutcomeLog;
import io.plugstream.webhook.outcome.OutcomeProperties;
import java.time.Clock;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Holds every claimed delivery in its webhook's queue until it has ended. {@link #accept} never blocks. A stop drains
 * the queues for a limited time, so it must follow the stop of claiming.
 */
@Component
public final class DeliveryScheduler implements SmartLifecycle {

    /** Starts before claiming and stops after it; likewise the outcome log around this. */
    public static final int PHASE = OutcomeLog.PHASE + 100;

    private static final Logger log = LoggerFactory.getLogger(DeliveryScheduler.class);

    /** The first POSTs of a process take as long as some thousand later ones, so few of them begin together. */
    private static final int FIRST_SLOTS = 32;

    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    private final Attempts attempts;
    private final OutcomeLog outcomes;
    private final DeliveryProperties limits;
    private final Clock clock;
    private final LongSupplier nanos;
    private final DeliveryQueues queues;
    private final AttemptTimes times = new AttemptTimes();
    private final OrganisationReach reach;
    private final LongestQueues longest;

    DeliveryScheduler(
            Attempts attempts,
            OutcomeLog outcomes,
            DeliveryProperties limits,
            OutcomeProperties recording,
            Clock clock,
            LongSupplier nanos,
            MeterRegistry meters) {
        if (limits.longestLife().compareTo(recording.recordWithin()) > 0) {
            throw new StartRefusedException("plugstream.outcome.record-within must be at least " + limits.longestLife()
                    + ": plugstream.delivery.longest-wait and two attempts");
        }
        this.attempts = attempts;
        this.outcomes = outcomes;
        this.limits = limits;
        this.clock = clock;
        this.nanos = nanos;
        this.queues = new DeliveryQueues(limits, FIRST_SLOTS);
        this.longest = new LongestQueues(queues, meters);
        this.reach = new OrganisationReach(Ticker.systemTicker(), meters);
        Gauge.builder("plugstream.dispatcher.in.flight", queues, DeliveryQueues::inFlight)
                .description("POSTs in flight")
                .register(meters);
        Gauge.builder("plugstream.dispatcher.waiting", queues, DeliveryQueues::waiting)
                .description("Deliveries that wait for their webhook")
                .register(meters);
    }

    /**
     * Accepts a delivery whose claim is in the log. A delivery that is already too late, such as after an outage of
     * Kafka, is shed.
     */
    public void accept(Delivery delivery) {
        if (limits.isLate(delivery, nanos.getAsLong())) {
            shed(delivery);
            return;
        }
        switch (queues.offer(delivery)) {
            case BEGINS -> begin(delivery);
            case WAITS -> {}
            case FULL -> shed(delivery);
        }
    }

    /** How many more late deliveries all webhooks together should be given. */
    public int room() {
        return queues.room();
    }

    /**
     * How many more late deliveries the webhook of {@code claim} should be given; unlimited if it does not keep up,
     * because its attempts take longer than {@code patience}, or than a share of it while it has few slots. While its
     * deliveries wait for slots of all webhooks, long attempts may be ours and prove nothing.
     */
    public int room(Claimed claim, Duration patience) {
        boolean keepsUp = !times.exceed(claim.webhookId(), queues.patience(claim, patience));
        // Waiting for a webhook that does not keep up is useless.
        return keepsUp || queues.waitsForOthers(claim) ? queues.room(claim) : Integer.MAX_VALUE;
    }

    private void begin(Delivery delivery) {
        var _ = attempts.begin(delivery).doFinally(_ -> release(delivery)).subscribe(ended -> ended(delivery, ended));
    }

    private void ended(Delivery delivery, Ended ended) {
        outcomes.append(delivery.shard(), delivery.claimedNanos(), ended);
        reach.ended(delivery.claim().organisationId(), ended.outcome());
        Long took = ended.durationMs();
        // Without an attempt, nothing is known about the receiver.
        if (took != null) {
            queues.answered(delivery, ended.outcome() == Outcome.DELIVERED);
            times.took(delivery.claim().webhookId(), took);
        }
    }

    private void release(Delivery delivery) {
        DeliveryQueues.Next next = queues.release(delivery, nanos.getAsLong());
        next.shed().forEach(this::shed);
        next.begin().forEach(this::begin);
    }

    private void shed(Delivery delivery) {
        Ended shed = Ended.withoutAttempt(delivery.claim(), Outcome.SHED, clock.instant());
        outcomes.append(delivery.shard(), delivery.claimedNanos(), shed);
    }

    @Override
    public void start() {
        longest.start();
    }

    @Override
    public void stop() {
        if (!isQuietWithin(limits.drain())) {
            queues.clear().forEach(this::shed);
            if (!isQuietWithin(DeliveryProperties.ATTEMPT.plusSeconds(1))) {
                log.error("{} POSTs did not end in time; their outcome will be unknown", queues.inFlight());
            }
        }
        longest.stop();
    }

    private boolean isQuietWithin(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (queues.inFlight() > 0 && System.nanoTime() < end) {
            try {
                Thread.sleep(POLL_INTERVAL);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return queues.inFlight() == 0;
    }

    @Override
    public boolean isRunning() {
        return longest.isRunning();
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
