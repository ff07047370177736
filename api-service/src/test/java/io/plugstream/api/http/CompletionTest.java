package io.plugstream.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

class CompletionTest {

    private final CompletableFuture<String> work = new CompletableFuture<>();

    @Test
    void hasTheResultOfTheWork() {
        work.complete("done");

        StepVerifier.create(Completion.of(work)).expectNext("done").verifyComplete();
        StepVerifier.create(Completion.of(CompletableFuture.completedFuture(null)))
                .verifyComplete();
    }

    @Test
    void hasTheCauseOfAFailure() {
        work.completeExceptionally(new IllegalStateException("stopped"));

        StepVerifier.create(Completion.of(work)).verifyErrorMessage("stopped");
        StepVerifier.create(Completion.of(work.thenApply(String::length))).verifyErrorMessage("stopped");
    }

    @Test
    void aFailedEndIsAValue() {
        work.completeExceptionally(new IllegalStateException("stopped"));

        StepVerifier.create(Completion.end(work))
                .assertNext(end -> StepVerifier.create(end.result()).verifyErrorMessage("stopped"))
                .verifyComplete();
    }

    @Test
    void theWorkGoesOnWhenItsCallerLeaves() {
        Completion.of(work).subscribe().dispose();

        assertThat(work).isNotDone();
    }
}
