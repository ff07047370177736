package io.plugstream.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

class BlockingCallTest {

    private final Scheduler threads = Schedulers.newBoundedElastic(1, 10, "blocking-call");
    private final List<Throwable> dropped = new CopyOnWriteArrayList<>();

    @AfterEach
    void end() {
        Hooks.resetOnErrorDropped();
        threads.dispose();
    }

    @Test
    void hasTheResultOrTheFailure() {
        StepVerifier.create(BlockingCall.on(threads, () -> "done"))
                .expectNext("done")
                .verifyComplete();
        StepVerifier.create(BlockingCall.on(threads, () -> {
                    throw new IllegalStateException("stopped");
                }))
                .verifyErrorMessage("stopped");
    }

    @Test
    void aFailureAfterTheCallerHasLeftIsNotReported() throws Exception {
        Hooks.onErrorDropped(dropped::add);
        CountDownLatch begun = new CountDownLatch(1);
        var call = Mono.just("caller")
                .flatMap(_ -> BlockingCall.on(threads, () -> {
                    begun.countDown();
                    new CountDownLatch(1).await();
                    return "never";
                }))
                .subscribe();
        begun.await();

        call.dispose();

        StepVerifier.create(BlockingCall.on(threads, () -> "the thread is free"))
                .expectNextCount(1)
                .verifyComplete();
        assertThat(dropped).isEmpty();
    }
}
