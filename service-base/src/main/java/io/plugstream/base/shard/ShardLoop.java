package io.plugstream.base.shard;

import io.plugstream.base.RepeatingWork;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Runs a session on its own thread. After a failure it opens a new session, which restores its state from the log. */
public abstract class ShardLoop<S extends ShardSession> extends RepeatingWork {

    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(18);

    private final LongSupplier nanos;
    private volatile @Nullable S session;
    private volatile @Nullable String fault;
    private volatile @Nullable Long lastTurn;

    /** @param name of the thread, and of the loop in the log */
    protected ShardLoop(String name) {
        this(name, System::nanoTime);
    }

    ShardLoop(String name, LongSupplier nanos) {
        super(name, LONGEST_STOP);
        this.nanos = nanos;
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
     * @param sinceTurn since the last turn ended; null before the first one
     * @param fault the failure of the last session; null once a new session has opened its shards
     */
    record State(
            Map<Integer, Boolean> shards,
            boolean joined,
            @Nullable Duration sinceTurn,
            @Nullable String fault) {

        /** Whether the group has assigned shards, if any, to this instance, and all are open. */
        boolean isComplete() {
            return joined && !shards.containsValue(false);
        }
    }

    State state() {
        S running = session;
        Long turned = lastTurn;
        Duration sinceTurn = turned == null ? null : Duration.ofNanos(nanos.getAsLong() - turned);
        return running == null
                ? new State(Map.of(), false, sinceTurn, fault)
                : new State(running.shards(), running.hasJoined(), sinceTurn, fault);
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

    @Override
    protected final void work() {
        while (!isReady()) {
            if (thread.isStoppedWithin(POLL_INTERVAL)) {
                return;
            }
        }
        try (S fresh = open()) {
            runWith(fresh);
        } catch (Throwable e) {
            fault = String.valueOf(e.getMessage());
            countFailure();
            throw e;
        } finally {
            session = null;
        }
    }

    private void runWith(S fresh) {
        fresh.join();
        session = fresh;
        while (!thread.isStopping()) {
            fresh.turn();
            lastTurn = nanos.getAsLong();
            if (fault != null && state().isComplete()) {
                fault = null;
            }
        }
        fresh.leave();
    }
}
