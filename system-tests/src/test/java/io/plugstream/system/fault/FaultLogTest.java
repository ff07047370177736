package io.plugstream.system.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FaultLogTest {

    private final FaultLog log = new FaultLog();
    private final AtomicInteger undone = new AtomicInteger();

    private interface Deed {
        void act() throws Exception;
    }

    private record Plain(String what, Duration lasts, Deed deed, Deed undo) implements Fault {
        @Override
        public Damage strike() throws Exception {
            deed.act();
            return new Damage(what, undo::act);
        }
    }

    @Test
    void faultsHappenAtOnceAndAreUndone() throws Exception {
        CyclicBarrier both = new CyclicBarrier(2);
        log.strike(
                new Plain("one", Duration.ZERO, () -> both.await(20, TimeUnit.SECONDS), undone::incrementAndGet),
                new Plain("two", Duration.ZERO, () -> both.await(20, TimeUnit.SECONDS), undone::incrementAndGet));
        assertThat(undone).hasValue(2);
        assertThat(log.entries()).extracting(FaultLog.Entry::what).containsExactlyInAnyOrder("one", "two");
    }

    @Test
    void faultIsUndoneEvenIfAnotherFails() {
        Fault broken = new Plain(
                "broken",
                Duration.ZERO,
                () -> {
                    throw new IllegalStateException("no such broker");
                },
                () -> {});
        Fault whole = new Plain("whole", Duration.ZERO, () -> {}, undone::incrementAndGet);
        assertThatThrownBy(() -> log.strike(broken, whole)).hasRootCauseMessage("no such broker");
        assertThat(undone).hasValue(1);
    }

    @Test
    void faultIsUndoneWhenTheTestIsInterrupted() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Fault lasting = new Plain("lasting", Duration.ofHours(1), begun::countDown, undone::incrementAndGet);
        FutureTask<Void> test = new FutureTask<>(() -> {
            log.strike(lasting);
            return null;
        });
        Thread thread = Thread.ofVirtual().start(test);
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
        thread.interrupt();
        assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
        assertThat(undone).hasValue(1);
        assertThatThrownBy(test::get).hasRootCauseInstanceOf(InterruptedException.class);
    }
}
