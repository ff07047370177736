package io.plugstream.api.database;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.plugstream.api.http.EarlyLifecycle;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Periodic database work of every replica. Runs do not overlap; after a failure the next run tries again. */
public final class Sweep implements EarlyLifecycle, MeterBinder {

    private static final Logger log = LoggerFactory.getLogger(Sweep.class);

    private final String name;
    private final Duration delay;
    private final Duration period;
    private final Supplier<Mono<?>> work;
    private final String failure;
    private final AtomicLong failures = new AtomicLong();
    private volatile @Nullable Disposable sweeping;

    /**
     * A sweep whose first run starts after one period.
     *
     * @param name the sweep's tag in metrics
     * @param failure the log message if {@code work} fails, followed by the reason
     */
    public Sweep(String name, Duration period, Supplier<Mono<?>> work, String failure) {
        this(name, period, period, work, failure);
    }

    /** A sweep whose first run starts after {@code delay}. */
    public Sweep(String name, Duration delay, Duration period, Supplier<Mono<?>> work, String failure) {
        this.name = name;
        this.delay = delay;
        this.period = period;
        this.work = work;
        this.failure = failure;
    }

    @Override
    public void start() {
        sweeping = Flux.interval(delay, period)
                .onBackpressureDrop()
                .concatMap(_ -> Mono.defer(work).doOnError(this::failed).onErrorComplete(), 1)
                .subscribe();
    }

    private void failed(Throwable e) {
        failures.incrementAndGet();
        log.warn(failure + ": {}", e.toString());
    }

    @Override
    public void bindTo(MeterRegistry meters) {
        FunctionCounter.builder("plugstream.api.sweep.failures", failures, AtomicLong::doubleValue)
                .description("Failed runs of periodic database work")
                .tag("sweep", name)
                .register(meters);
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
