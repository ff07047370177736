package io.plugstream.gateway.publish;

import io.plugstream.base.RepeatingThread;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Limits how long a charger's message waits for work that may take much longer. One sweep checks all waiting messages,
 * because a timer for each would wake another thread twice per message. However often somebody waits for a piece of
 * work, it gets one callback: callbacks of waits that timed out would stay until the work is done, which may take hours.
 */
@Component
public final class BoundedWait implements DisposableBean {

    private static final Duration SWEEP = Duration.ofMillis(50);

    private final Duration limit;

    /** By work that was waited for and is not done. A future is compared by identity. */
    private final Map<CompletableFuture<?>, Set<Wait>> waits = new ConcurrentHashMap<>();

    private final RepeatingThread sweeper = new RepeatingThread("bounded-waits");

    /** Done when the work is, successful or not. */
    private static final class Wait extends CompletableFuture<@Nullable Void> {

        private final long deadline;

        Wait(long deadline) {
            this.deadline = deadline;
        }
    }

    private static final class Over extends Exception {

        Over(Duration limit) {
            super("not done within " + limit + "; it continues", null, false, false);
        }
    }

    BoundedWait(PublishProperties properties) {
        this.limit = properties.waitLimit();
        sweeper.start(SWEEP, SWEEP, this::sweep);
    }

    /** The timeout of every wait. */
    public Duration limit() {
        return limit;
    }

    /** Returns the result of {@code work}, if it is done in time. */
    public <T> T await(CompletableFuture<T> work) throws NotAcknowledgedException {
        return await(work, () -> {});
    }

    /**
     * Returns the result of {@code work}.
     *
     * @param late run after a timeout; the work continues
     */
    <T> T await(CompletableFuture<T> work, Runnable late) throws NotAcknowledgedException {
        if (work.isDone()) {
            return get(work);
        }
        Wait wait = new Wait(System.nanoTime() + limit.toNanos());
        Set<Wait> others = waitsFor(work);
        others.add(wait);
        try {
            // The callback may have run before this wait was added.
            if (!work.isDone()) {
                wait.get();
            }
        } catch (ExecutionException e) {
            late.run();
            throw new NotAcknowledgedException("Kafka did not acknowledge: " + e.getCause(), e);
        } catch (InterruptedException e) {
            throw NotAcknowledgedException.interrupted(e);
        } finally {
            others.remove(wait);
        }
        return get(work);
    }

    // Equality of futures is identity, which is what is meant here.
    @SuppressWarnings("CollectionUndefinedEquality")
    private Set<Wait> waitsFor(CompletableFuture<?> work) {
        Set<Wait> first = ConcurrentHashMap.newKeySet();
        Set<Wait> present = waits.putIfAbsent(work, first);
        if (present != null) {
            return present;
        }
        var _ = work.whenComplete((_, _) -> {
            waits.remove(work);
            first.forEach(wait -> wait.complete(null));
        });
        return first;
    }

    private static <T> T get(CompletableFuture<T> work) throws NotAcknowledgedException {
        try {
            return work.get();
        } catch (ExecutionException e) {
            throw new NotAcknowledgedException("Kafka did not acknowledge: " + e.getCause(), e);
        } catch (InterruptedException e) {
            throw NotAcknowledgedException.interrupted(e);
        }
    }

    private void sweep() {
        long now = System.nanoTime();
        for (Set<Wait> some : waits.values()) {
            for (Wait wait : some) {
                if (wait.deadline - now < 0) {
                    wait.completeExceptionally(new Over(limit));
                }
            }
        }
    }

    @Override
    public void destroy() {
        sweeper.stop();
    }
}
