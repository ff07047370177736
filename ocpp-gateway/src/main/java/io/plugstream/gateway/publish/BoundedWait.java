package io.plugstream.gateway.publish;

import io.plugstream.base.RepeatingThread;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Limits how long a charger's message waits for work that may take much longer. One sweep checks all waiting messages,
 * because a timer for each would wake another thread twice per message.
 */
@Component
public final class BoundedWait implements DisposableBean {

    private static final Duration SWEEP = Duration.ofMillis(50);

    private final Duration limit;
    private final Set<Wait> waits = ConcurrentHashMap.newKeySet();
    private final RepeatingThread sweeper = new RepeatingThread("bounded-waits");

    /** Compared by identity. */
    private static final class Wait {

        private final CompletableFuture<?> answer;
        private final long deadline;

        Wait(CompletableFuture<?> answer, long deadline) {
            this.answer = answer;
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
            return get(work, late);
        }
        CompletableFuture<T> answer = work.copy();
        Wait wait = new Wait(answer, System.nanoTime() + limit.toNanos());
        waits.add(wait);
        try {
            return get(answer, late);
        } finally {
            waits.remove(wait);
        }
    }

    private static <T> T get(CompletableFuture<T> answer, Runnable late) throws NotAcknowledgedException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Over) {
                late.run();
            }
            throw new NotAcknowledgedException("Kafka did not acknowledge: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotAcknowledgedException("interrupted", e);
        }
    }

    private void sweep() {
        long now = System.nanoTime();
        for (Wait wait : waits) {
            if (wait.deadline - now < 0) {
                wait.answer.completeExceptionally(new Over(limit));
            }
        }
    }

    @Override
    public void destroy() {
        sweeper.stop();
    }
}
