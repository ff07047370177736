package io.plugstream.api.database;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Work on the database that every replica does once a period, one at a time. What fails is tried again with the next. */
public final class Sweep implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(Sweep.class);

    private final Duration delay;
    private final Duration period;
    private final Supplier<Mono<?>> work;
    private final String failure;
    private volatile @Nullable Disposable sweeping;

    /**
     * A sweep whose first turn comes after a period.
     *
     * @param failure what is logged if {@code work} fails, before the reason
     */
    public Sweep(Duration period, Supplier<Mono<?>> work, String failure) {
        this(period, period, work, failure);
    }

    /** A sweep whose first turn comes after {@code delay}. */
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
                        _ -> work.get()
                                .doOnError(e -> log.warn("{}: {}", failure, e.toString()))
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

    /** Before the web server takes requests, and until it has answered the last. */
    @Override
    public int getPhase() {
        return 0;
    }
}
