package io.plugstream.base.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

class ShardLoopTest {

    private final List<String> said = new CopyOnWriteArrayList<>();

    /** How far time has gone on, beyond that of the JVM, in ns. */
    private final AtomicLong ahead = new AtomicLong();

    private final Loop loop = new Loop();
    private final ShardsHealth health = new ShardsHealth(loop);

    @Test
    void aFailedSessionIsFollowedByAnother() {
        loop.sessions.add(new Session("first", new IllegalStateException("no shards")));
        loop.sessions.add(new Session("second", null));
        loop.start();
        await().until(() -> said.contains("second turns"));
        loop.stop();

        assertThat(said)
                .containsSubsequence("first joins", "first closes", "second joins", "second leaves", "second closes")
                .doesNotContain("first leaves");
        assertThat(loop.failures).hasValue(1);
        assertThat(loop.isRunning()).isFalse();
    }

    @Test
    void anErrorDoesNotEndTheLoop() {
        loop.sessions.add(new Session("first", new NoClassDefFoundError("a part")));
        loop.sessions.add(new Session("second", null));
        loop.start();
        await().until(() -> said.contains("second turns"));
        loop.stop();

        assertThat(loop.failures).hasValue(1);
    }

    @Test
    void healthShowsShardsAndFault() {
        assertThat(health.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);

        loop.sessions.add(new Session("first", new IllegalStateException("no shards")));
        loop.sessions.add(new Session("second", null));
        loop.start();
        await().until(() -> "no shards".equals(health.health().getDetails().get("fault")));
        await().until(() -> health.health().getStatus().equals(Status.UP));

        assertThat(health.health().getDetails())
                .containsEntry("joined", true)
                .containsEntry("shardsOpen", Map.of(3, true))
                .doesNotContainKey("fault");
        assertThat(loop.assigned()).isOne();
        assertThat(loop.opened()).isOne();
        loop.stop();
        assertThat(loop.assigned()).isZero();
    }

    /** Otherwise health would show the fault only in the pauses between sessions that fail in the same way. */
    @Test
    void healthShowsTheFaultUntilTheNextSessionHasJoined() {
        loop.sessions.add(new Session("first", new IllegalStateException("no shards")));
        Session second = new Session("second", null);
        second.joined = false;
        loop.sessions.add(second);
        loop.start();
        await().until(() -> said.contains("second turns"));
        await().until(() -> health.health().getDetails().containsKey("shardsOpen"));

        assertThat(health.health().getDetails()).containsEntry("fault", "no shards");

        second.joined = true;
        await().until(() -> !health.health().getDetails().containsKey("fault"));
        loop.stop();
    }

    @Test
    void aTurnThatTakesTooLongIsUnhealthy() {
        Session stuck = new Session("stuck", null);
        loop.sessions.add(stuck);
        loop.start();
        await().until(() -> health.health().getStatus().equals(Status.UP));
        stuck.turning.acquireUninterruptibly();
        await().until(stuck.turning::hasQueuedThreads);

        ahead.addAndGet(Duration.ofSeconds(20).toNanos());
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        ahead.addAndGet(Duration.ofSeconds(10).toNanos());
        assertThat(health.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
        assertThat(health.health().getDetails()).containsKey("secondsSinceTurn");

        stuck.turning.release();
        await().until(() -> health.health().getStatus().equals(Status.UP));
        loop.stop();
    }

    private final class Loop extends ShardLoop<Session> {
        final Queue<Session> sessions = new ArrayDeque<>();
        final AtomicInteger failures = new AtomicInteger();

        Loop() {
            super("test", () -> System.nanoTime() + ahead.get());
        }

        @Override
        protected boolean isReady() {
            return true;
        }

        @Override
        protected Session open() {
            return sessions.remove();
        }

        @Override
        protected void countFailure() {
            failures.incrementAndGet();
        }
    }

    private final class Session implements ShardSession {
        private final String name;
        private final @Nullable Throwable failure;
        private final Semaphore turning = new Semaphore(1);
        private volatile boolean joined = true;

        Session(String name, @Nullable Throwable failure) {
            this.name = name;
            this.failure = failure;
        }

        @Override
        public void join() {
            said.add(name + " joins");
        }

        @Override
        public void turn() {
            if (failure != null) {
                switch (failure) {
                    case RuntimeException bug -> throw bug;
                    case Error error -> throw error;
                    default -> throw new AssertionError(failure);
                }
            }
            if (!said.contains(name + " turns")) {
                said.add(name + " turns");
            }
            turning.acquireUninterruptibly();
            turning.release();
            LockSupport.parkNanos(1_000_000);
        }

        @Override
        public void leave() {
            said.add(name + " leaves");
        }

        @Override
        public boolean hasJoined() {
            return joined;
        }

        @Override
        public Map<Integer, Boolean> shards() {
            return Map.of(3, true);
        }

        @Override
        public void close() {
            said.add(name + " closes");
        }
    }
}
