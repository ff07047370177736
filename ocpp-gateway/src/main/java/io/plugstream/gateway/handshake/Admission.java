package io.plugstream.gateway.handshake;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.plugstream.model.charger.ChargerId;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * Limits how many new connections are admitted at a time, in order of arrival. Connected chargers are still served when
 * all chargers of a site or of a crashed gateway reconnect at once, and so is everybody else when one charger connects
 * over and over.
 */
@Component
public final class Admission {

    /**
     * Connections of one charger that wait or are being admitted: one that the charger has perhaps left already, and
     * its successor. A charger's connections are admitted one after another, so more would only keep others waiting.
     */
    private static final int MOST_OF_CHARGER = 2;

    private final Semaphore turns;
    private final Map<ChargerId, Integer> ofChargers = new ConcurrentHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AdmissionProperties properties;
    private final AdmissionRate rate;
    private final Timer admitted;
    private final Timer gaveUp;
    private final Timer tooMany;

    Admission(AdmissionProperties properties, MeterRegistry meters) {
        this.properties = properties;
        this.rate = new AdmissionRate(properties.expectedPerSecond());
        this.turns = new Semaphore(properties.concurrent(), true);
        this.admitted = timer(meters, "admitted");
        this.gaveUp = timer(meters, "gave-up");
        this.tooMany = timer(meters, "too-many");
        Gauge.builder("plugstream.gateway.admission.waiting", waiting, AtomicInteger::get)
                .description("New connections that wait for their turn")
                .register(meters);
    }

    private static Timer timer(MeterRegistry meters, String outcome) {
        return Timer.builder("plugstream.gateway.admission")
                .description("Time that a new connection waits for its turn")
                .tag("outcome", outcome)
                .register(meters);
    }

    /** Whether so many connections wait that another one might time out. */
    boolean isQueueFull() {
        double soon = rate.within(properties.patience().dividedBy(2));
        return waiting.get() >= Math.min(properties.waiting(), Math.max(properties.concurrent(), soon));
    }

    /** How long a refused charger should wait before it retries. Retries are spread at the rate of admission. */
    Duration nextRetryAfter(Duration soonest) {
        return rate.nextRetryAfter(System.nanoTime(), soonest);
    }

    /**
     * Runs {@code entry} when the turn of a connection of {@code charger} comes, and returns its result. Empty, without
     * running it, after a timeout, or at once if the charger has too many connections here.
     */
    public <T> Optional<T> admit(ChargerId charger, Supplier<T> entry) throws InterruptedException {
        if (ofChargers.merge(charger, 1, Integer::sum) > MOST_OF_CHARGER) {
            leave(charger);
            tooMany.record(Duration.ZERO);
            return Optional.empty();
        }
        try {
            return inTurn(entry);
        } finally {
            leave(charger);
        }
    }

    private void leave(ChargerId charger) {
        ofChargers.computeIfPresent(charger, (_, count) -> count == 1 ? null : count - 1);
    }

    private <T> Optional<T> inTurn(Supplier<T> entry) throws InterruptedException {
        long came = System.nanoTime();
        if (!awaitTurn()) {
            gaveUp.record(Duration.ofNanos(System.nanoTime() - came));
            return Optional.empty();
        }
        try {
            admitted.record(Duration.ofNanos(System.nanoTime() - came));
            T admission = entry.get();
            rate.countAdmission(System.nanoTime(), waiting.get() > 0);
            return Optional.of(admission);
        } finally {
            turns.release();
        }
    }

    private boolean awaitTurn() throws InterruptedException {
        waiting.incrementAndGet();
        try {
            return turns.tryAcquire(properties.patience().toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            waiting.decrementAndGet();
        }
    }
}
