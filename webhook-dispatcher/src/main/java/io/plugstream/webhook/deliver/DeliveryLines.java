package io.plugstream.webhook.deliver;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.model.webhook.Outcome;
import io.plugstream.webhook.outcome.OutcomeLog;
import io.plugstream.webhook.outcome.OutcomeProperties;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Every claimed delivery, in the line of its webhook, until it has ended. {@link #accept} never waits, whatever receivers
 * do. A stop lets the lines run dry within a bound, so it must come after the claims have stopped.
 */
@Component
public final class DeliveryLines implements SmartLifecycle {

    /** Starts before the claims and stops after them; the outcomes do the same with this. */
    public static final int PHASE = OutcomeLog.PHASE + 100;

    private static final Logger log = LoggerFactory.getLogger(DeliveryLines.class);
    private static final Duration GLANCE = Duration.ofMillis(20);

    private final Attempts attempts;
    private final OutcomeLog outcomes;
    private final DeliveryProperties limits;
    private final Clock clock;
    private final Map<String, EndpointLine> lines = new ConcurrentHashMap<>();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean running;

    DeliveryLines(
            Attempts attempts,
            OutcomeLog outcomes,
            DeliveryProperties limits,
            OutcomeProperties times,
            Clock clock,
            MeterRegistry meters) {
        if (limits.longestLife().compareTo(times.recordWithin()) > 0) {
            throw new IllegalArgumentException("plugstream.outcome.record-within must be at least "
                    + limits.longestLife() + ": plugstream.delivery.longest-wait and two attempts");
        }
        this.attempts = attempts;
        this.outcomes = outcomes;
        this.limits = limits;
        this.clock = clock;
        Gauge.builder("plugstream.dispatcher.in.flight", inFlight, AtomicInteger::get)
                .description("POSTs in flight")
                .register(meters);
        Gauge.builder("plugstream.dispatcher.waiting", waiting, AtomicInteger::get)
                .description("Deliveries that wait for their endpoint")
                .register(meters);
    }

    /** Takes on a delivery whose claim is committed. */
    public void accept(Delivery delivery) {
        String webhookId = delivery.claim().webhookId();
        while (true) {
            EndpointLine line = lines.computeIfAbsent(webhookId, _ -> newLine());
            switch (line.offer(delivery, waiting.get() < limits.waitingInAll())) {
                case BEGINS -> begin(line, delivery);
                case WAITS -> waiting.incrementAndGet();
                case FULL -> shed(delivery);
                case CLOSED -> {
                    lines.remove(webhookId, line);
                    continue;
                }
            }
            return;
        }
    }

    private EndpointLine newLine() {
        return new EndpointLine(limits.inFlight(), limits.waiting());
    }

    private void begin(EndpointLine line, Delivery delivery) {
        inFlight.incrementAndGet();
        var _ = attempts.begin(delivery)
                .doFinally(_ -> over(line, delivery))
                .subscribe(ended -> outcomes.append(delivery.claim(), ended));
    }

    private void over(EndpointLine line, Delivery delivery) {
        inFlight.decrementAndGet();
        Optional<Delivery> next = line.next();
        while (next.isPresent() && isTooOld(next.get())) {
            waiting.decrementAndGet();
            shed(next.get());
            next = line.next();
        }
        next.ifPresentOrElse(
                waited -> {
                    waiting.decrementAndGet();
                    begin(line, waited);
                },
                () -> removeIfClosed(line, delivery.claim().webhookId()));
    }

    private void removeIfClosed(EndpointLine line, String webhookId) {
        if (line.isClosed()) {
            lines.remove(webhookId, line);
        }
    }

    private boolean isTooOld(Delivery delivery) {
        return delivery.claim().claimedAt().plus(limits.longestWait()).isBefore(clock.instant());
    }

    private void shed(Delivery delivery) {
        outcomes.append(delivery.claim(), Ending.withoutAttempt(delivery.claim(), Outcome.SHED, clock.instant()));
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        if (!isQuietWithin(limits.drain())) {
            lines.values().forEach(this::shedWaiting);
            if (!isQuietWithin(DeliveryProperties.ATTEMPT.plusSeconds(1))) {
                log.error("{} POSTs did not end in time; their outcome will be unknown", inFlight.get());
            }
        }
        running = false;
    }

    private void shedWaiting(EndpointLine line) {
        for (Delivery delivery : line.clear()) {
            waiting.decrementAndGet();
            shed(delivery);
        }
    }

    private boolean isQuietWithin(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (inFlight.get() > 0 && System.nanoTime() < end) {
            try {
                var _ = new CountDownLatch(1).await(GLANCE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return inFlight.get() == 0;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
