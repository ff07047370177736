package io.plugstream.gateway.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BoundedWaitTest {

    private final BoundedWait waits = new BoundedWait(FakeKafka.QUICK);
    private final BoundedWait longWaits =
            new BoundedWait(new PublishProperties(Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMinutes(1)));
    private final CompletableFuture<String> work = new CompletableFuture<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void stop() {
        waits.destroy();
        longWaits.destroy();
        threads.close();
    }

    /** During an outage of hours, each connection waits for the same work again and again. */
    @Test
    void waitsThatTimedOutLeaveNothingAtTheWork() {
        AtomicInteger late = new AtomicInteger();
        for (int wait = 1; wait <= 3; wait++) {
            assertThatThrownBy(() -> waits.await(work, late::incrementAndGet))
                    .isInstanceOf(NotAcknowledgedException.class)
                    .hasMessageContaining("not done within");
            assertThat(late).hasValue(wait);
        }

        assertThat(work.getNumberOfDependents()).isOne();
    }

    @Test
    void allThatWaitGetTheResult() {
        work.completeOnTimeout("done", 20, TimeUnit.MILLISECONDS);
        List<Future<String>> results = IntStream.range(0, 50)
                .mapToObj(_ -> threads.submit(() -> longWaits.await(work)))
                .toList();

        assertThat(results).allSatisfy(result -> assertThat(result.get()).isEqualTo("done"));
    }

    @Test
    void allThatWaitLearnOfTheFailure() {
        Future<String> result = threads.submit(() -> longWaits.await(work));
        await().until(() -> work.getNumberOfDependents() > 0);
        work.completeExceptionally(new IllegalStateException("refused"));

        assertThatThrownBy(result::get).hasRootCauseMessage("refused");
        assertThatThrownBy(() -> longWaits.await(work)).hasRootCauseMessage("refused");
    }
}
