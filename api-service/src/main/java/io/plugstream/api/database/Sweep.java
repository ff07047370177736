package io.plugstream.api.database;

import io.plugstream.api.http.EarlyLifecycle;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Periodic database work of every replica. Runs do not overlap; after a failure the next run tries again. */
public final class Sweep implements EarlyLifecycle {

    private static final Logger log = LoggerFactory.getLogger(Sweep.class);

    private final Duration delay;
    private final Duration period;
    private final Supplier<Mono<?>> work;
    private final String failure;
    private volatile @Nullable Disposable sweeping;

    /**
     * A sweep whose first run starts after one period.
     *
     * @param failure the log message if {@code work} fails, followed by the reason
     */
    public Sweep(Duration period, Supplier<Mono<?>> work, String failure) {
        this(period, period, work, failure);
    }

    /** A sweep whose first run starts after {@code delay}. */
    public Sweep(Duration delay, Duration period, Supplier<Mono<?>> work, String failure) {
        this.delay = delay;
        this.period = period;
        this.work = work;
        this.failure = failure;
    }

    @Override
    public void start() {
        sweeping = Flux.interval(delay, period)
                .onBackpressureDrop()
                .concatMap(
                        _ -> Mono.defer(work)
                                .doOnError(e -> log.warn(failure + ": {}", e.toString()))
                                .onErrorComplete(),
                        1)
                .subscribe();
    }

    @Override
    public void stop() {
        Disposable former = sweeping;
        if (former != null) {
            former.dispose();
        }
        sweeping = null;
    }

    @Override
    public boolean isRunning() {
        return sweeping != null;
    }
}
