package io.plugstream.gateway.publish;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Lets few reads of past events run at a time, and one of each organisation. Organisations take turns, so that the
 * chargers of one cannot delay those of others without limit.
 */
final class ReadTurns {

    /** Maximum number of reads at a time. */
    static final int READS = 2;

    private final Duration patience;
    private final LongSupplier nanoTime;
    private final Semaphore all = new Semaphore(READS, true);

    /** An organisation waits in the queue of all with one read. Its others wait here. */
    private final LoadingCache<String, Semaphore> byOrganisation =
            Caffeine.newBuilder().weakValues().build(_ -> new Semaphore(1, true));

    private final Counter refused;
    private final Counter cut;

    /** @param patience how long a read may wait for its turn, and after which time a turn may end early */
    ReadTurns(Duration patience, LongSupplier nanoTime, MeterRegistry meters) {
        this.patience = patience;
        this.nanoTime = nanoTime;
        Gauge.builder("plugstream.gateway.reads.waiting", this, ReadTurns::waiting)
                .description("Reads of past events that wait for their turn")
                .register(meters);
        this.refused = unfinished("no-turn", meters);
        this.cut = unfinished("gave-way", meters);
    }

    private static Counter unfinished(String reason, MeterRegistry meters) {
        return Counter.builder("plugstream.gateway.reads.unfinished")
                .tag("reason", reason)
                .description("Reads of past events that got no turn in time, or gave way to others")
                .register(meters);
    }

    /**
     * Waits for a turn of the organisation.
     *
     * @param givesWay whether the turn ends early if it takes long and others wait
     */
    Turn take(String organisationId, boolean givesWay) throws NotAcknowledgedException {
        Semaphore own = byOrganisation.get(organisationId);
        try {
            if (tryTake(own)) {
                return new Turn(own, givesWay);
            }
        } catch (InterruptedException e) {
            throw NotAcknowledgedException.interrupted(e);
        }
        refused.increment();
        throw new NotAcknowledgedException("too many reads of past events wait");
    }

    private boolean tryTake(Semaphore own) throws InterruptedException {
        long end = nanoTime.getAsLong() + patience.toNanos();
        if (!own.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            return false;
        }
        boolean taken = false;
        try {
            taken = all.tryAcquire(end - nanoTime.getAsLong(), TimeUnit.NANOSECONDS);
            return taken;
        } finally {
            if (!taken) {
                own.release();
            }
        }
    }

    private int waiting() {
        return all.getQueueLength()
                + byOrganisation.asMap().values().stream()
                        .mapToInt(Semaphore::getQueueLength)
                        .sum();
    }

    /** The permission to read. */
    final class Turn implements AutoCloseable {

        private final Semaphore own;
        private final boolean givesWay;
        private final long begin = nanoTime.getAsLong();

        private Turn(Semaphore own, boolean givesWay) {
            this.own = own;
            this.givesWay = givesWay;
        }

        /** Ends the turn if others have to wait too long for its end. */
        void check() throws NotAcknowledgedException {
            if (givesWay && isLong() && (own.hasQueuedThreads() || all.hasQueuedThreads())) {
                cut.increment();
                throw new NotAcknowledgedException("the read of past events gives way to others");
            }
        }

        private boolean isLong() {
            return nanoTime.getAsLong() - begin > patience.toNanos();
        }

        @Override
        public void close() {
            all.release();
            own.release();
        }
    }
}
