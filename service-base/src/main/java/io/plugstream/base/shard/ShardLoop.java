package io.plugstream.base.shard;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Runs a session on its own thread. After a failure it opens a new session, which restores its state from the log. */
public abstract class ShardLoop<S extends ShardSession> implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(ShardLoop.class);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(18);

    private final String name;
    private final Clock clock;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private volatile @Nullable S session;
    private volatile @Nullable String fault;
    private volatile Instant lastTurn = Instant.MIN;
    private volatile @Nullable Thread thread;

    /** @param name of the thread, and of the loop in the log */
    protected ShardLoop(String name, Clock clock) {
        this.name = name;
        this.clock = clock;
    }

    /** Whether a session may be opened. */
    protected abstract boolean isReady();

    protected abstract S open();

    /** Counts a session that ended with a failure. */
    protected abstract void countFailure();

    /**
     * The state of the loop.
     *
     * @param shards the shards assigned to this instance, and whether each is open
     * @param joined whether the consumer group has assigned shards
     * @param lastTurn when the last turn ended
     * @param fault the failure of the last session; null once a turn of a new session succeeded
     */
    record State(
            Map<Integer, Boolean> shards,
            boolean joined,
            Instant lastTurn,
            @Nullable String fault) {}

    State state() {
        S running = session;
        return running == null
                ? new State(Map.of(), false, lastTurn, fault)
                : new State(running.shards(), running.hasJoined(), lastTurn, fault);
    }

    /** A number from the session; 0 if there is no session. */
    protected final int figure(ToIntFunction<S> figure) {
        S running = session;
        return running == null ? 0 : figure.applyAsInt(running);
    }

    /** Number of shards assigned to this instance. */
    protected final int assigned() {
        return figure(running -> running.shards().size());
    }

    /** Number of assigned shards that are open. */
    protected final int opened() {
        return figure(running ->
                (int) running.shards().values().stream().filter(open -> open).count());
    }

    private void runUntilStopped() {
        while (!isStopping() && !isReady()) {
            pause(POLL_INTERVAL);
        }
        while (!isStopping()) {
            try (S fresh = open()) {
                runWith(fresh);
            } catch (KafkaException e) {
                log.warn("The loop of {} restarts after: {}", name, e.toString());
                failed(e);
            } catch (Throwable e) {
                // Catches everything: if the thread ended, no session would be opened any more.
                log.error("The loop of {} restarts after an unexpected failure", name, e);
                failed(e);
            }
        }
        session = null;
    }

    private void runWith(S fresh) {
        fresh.join();
        session = fresh;
        while (!isStopping()) {
            fresh.turn();
            lastTurn = clock.instant();
            fault = null;
        }
        fresh.leave();
    }

    private void failed(Throwable failure) {
        session = null;
        fault = String.valueOf(failure.getMessage());
        countFailure();
        pause(PAUSE_AFTER_FAILURE);
    }

    private boolean isStopping() {
        return stopping.getCount() == 0;
    }

    private void pause(Duration time) {
        try {
            boolean stopped = stopping.await(time.toMillis(), TimeUnit.MILLISECONDS);
            log.trace("Pause is over, stopped {}", stopped);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopping.countDown();
        }
    }

    @Override
    public void start() {
        thread = Thread.ofPlatform().name(name).start(this::runUntilStopped);
    }

    @Override
    public void stop() {
        stopping.countDown();
        Thread running = thread;
        if (running != null) {
            try {
                if (!running.join(LONGEST_STOP)) {
                    log.error("The loop of {} did not stop within {}", name, LONGEST_STOP);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        thread = null;
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }
}
