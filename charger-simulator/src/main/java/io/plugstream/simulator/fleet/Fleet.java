package io.plugstream.simulator.fleet;

import io.plugstream.simulator.charger.Charger;
import io.plugstream.simulator.charger.ChargerModel;
import io.plugstream.simulator.charger.ChargerState;
import io.plugstream.simulator.protocol.Protocol;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The chargers of a process. They share a timer, an HTTP client and virtual threads, so that an idle charger costs only
 * its state.
 */
public final class Fleet implements AutoCloseable {

    private final Clock clock;
    private final ExecutorService workers = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("charger-", 0).factory());
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("charger-timer").daemon().factory());
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(workers)
            .build();
    private final Set<SimulatedCharger> chargers = ConcurrentHashMap.newKeySet();

    public Fleet(Clock clock) {
        this.clock = clock;
        timer.setRemoveOnCancelPolicy(true);
    }

    /** Creates a charger that resumes from {@code state}; the caller starts it. */
    public SimulatedCharger charger(
            ChargerAddress address,
            Protocol protocol,
            ChargerModel model,
            ChargerState state,
            ChargerStore store,
            ChargerObserver observer) {
        var charger = new SimulatedCharger(
                this,
                address,
                protocol,
                new Charger(model, state, clock, protocol.hasTransactionEvents()),
                model.step(),
                store,
                observer);
        chargers.add(charger);
        return charger;
    }

    Clock clock() {
        return clock;
    }

    HttpClient http() {
        return http;
    }

    void run(Runnable work) {
        try {
            workers.execute(work);
        } catch (RejectedExecutionException e) {
            if (!workers.isShutdown()) {
                throw e;
            }
        }
    }

    /** Runs {@code work} once after {@code pause}, on a thread that may block. */
    Future<?> after(Duration pause, Runnable work) {
        // Rounded up, so that work never runs before it is due.
        return timer.schedule(() -> run(work), Math.max(0, pause.toMillis() + 1), TimeUnit.MILLISECONDS);
    }

    void remove(SimulatedCharger charger) {
        chargers.remove(charger);
    }

    /** Switches all chargers off. */
    @Override
    public void close() {
        List.copyOf(chargers).forEach(SimulatedCharger::close);
        timer.shutdownNow();
        http.shutdownNow();
        workers.close();
    }
}
