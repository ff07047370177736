package io.plugstream.api.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.http.ContentionException;
import io.plugstream.api.http.Turns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.reactive.TransactionCallback;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

class ChangesTest {

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration MOST = Duration.ofSeconds(20);

    /** Names of the changes whose transactions have begun, in order. */
    private final List<String> begun = new CopyOnWriteArrayList<>();

    private final Changes changes = new Changes(new NoTransactions(), LONG);

    @Test
    void twoChangesOfAnOrganisationRunAtATimeAndOthersFollowInOrder() {
        List<Change> all = List.of(new Change("a"), new Change("b"), new Change("c"), new Change("d"), new Change("e"));
        all.forEach(change -> change.run(changes, "acme"));
        assertThat(begun).containsExactly("a", "b");

        all.get(1).commit();
        awaitBegun("a", "b", "c");
        all.get(0).commit();
        awaitBegun("a", "b", "c", "d");
        all.get(2).commit();
        awaitBegun("a", "b", "c", "d", "e");
        all.get(3).commit();
        all.get(4).commit();

        assertThat(all).extracting(Change::result).containsExactly("a", "b", "c", "d", "e");
    }

    @Test
    void aChangeWaitsForItsConnectionInALineOfItsOwn() {
        assertThat(changes.run(
                                "acme",
                                Mono.deferContextual(context -> Mono.just(
                                        context.get(ConnectionLine.class).name())))
                        .contextWrite(new ConnectionLine("acme API_KEY")::in)
                        .block())
                .isEqualTo("acme changes");
    }

    @Test
    void changesOfOtherOrganisationsDoNotWait() {
        new Change("a").run(changes, "acme");
        new Change("b").run(changes, "acme");
        new Change("c").run(changes, "acme");
        new Change("d").run(changes, "other");

        assertThat(begun).containsExactly("a", "b", "d");
    }

    @Test
    void changesWithoutAnOrganisationDoNotWait() {
        new Change("a").run(changes, "acme");
        new Change("b").run(changes, "acme");
        Change sign = new Change("sign-in");

        var signing = changes.run(sign.work()).toFuture();
        sign.commit();

        assertThat(signing.join()).isEqualTo("sign-in");
    }

    @Test
    void aFailedChangeReleasesItsPlace() {
        Change failing = new Change("a");
        failing.run(changes, "acme");
        new Change("b").run(changes, "acme");
        new Change("c").run(changes, "acme");

        failing.fail(new IllegalStateException("no database"));

        assertThatThrownBy(failing::result)
                .isInstanceOf(CompletionException.class)
                .hasRootCauseMessage("no database");
        awaitBegun("a", "b", "c");
    }

    @Test
    void aChangeCancelledWhileItWaitsLeavesTheQueue() {
        Change first = new Change("a");
        first.run(changes, "acme");
        new Change("b").run(changes, "acme");
        Change leaving = new Change("c");
        leaving.run(changes, "acme");
        new Change("d").run(changes, "acme");

        leaving.cancel();
        first.commit();

        awaitBegun("a", "b", "d");
    }

    /** It holds its connection until it is rolled back. */
    @Test
    void aRunningChangeThatIsCancelledKeepsItsPlaceDuringTheRollback() {
        Change first = new Change("a");
        first.run(changes, "acme");
        new Change("b").run(changes, "acme");
        new Change("c").run(changes, "acme");

        first.cancel();

        await().during(Duration.ofMillis(300))
                .atMost(MOST)
                .untilAsserted(() -> assertThat(begun).containsExactly("a", "b"));
    }

    /** Only a change that waits has changed nothing for sure. */
    @Test
    void aChangeThatTimesOutInTheQueueFailsWithContention() {
        Changes hasty = new Changes(new NoTransactions(), Duration.ofSeconds(2));
        Change first = new Change("a");
        Change second = new Change("b");
        Change third = new Change("c");
        List.of(first, second, third).forEach(change -> change.run(hasty, "acme"));

        assertThatThrownBy(third::result).hasCauseInstanceOf(ContentionException.class);
        assertThatThrownBy(first::result).hasCauseInstanceOf(TimeoutException.class);
        assertThatThrownBy(second::result).hasCauseInstanceOf(TimeoutException.class);
        assertThat(begun).containsExactly("a", "b");

        // The places come back when the two must have been rolled back.
        await().atMost(MOST).ignoreExceptions().untilAsserted(() -> {
            Change next = new Change("next");
            next.commit();
            next.run(hasty, "acme");
            assertThat(next.result()).isEqualTo("next");
        });
    }

    @Test
    void aChangeThatFindsTheQueueFullFailsAtOnce() {
        List<Change> all = new ArrayList<>();
        for (int number = 0; number < Changes.AT_A_TIME + Turns.MOST_WAITING; number++) {
            Change change = new Change("change-" + number);
            change.run(changes, "acme");
            all.add(change);
        }
        Change beyond = new Change("beyond");
        beyond.run(changes, "acme");

        assertThatThrownBy(beyond::result).hasCauseInstanceOf(ContentionException.class);
        all.forEach(Change::commit);
        all.forEach(change -> assertThat(change.result()).isNotNull());
        assertThat(begun).hasSize(all.size());
    }

    private void awaitBegun(String... names) {
        await().atMost(MOST).untilAsserted(() -> assertThat(begun).containsExactly(names));
    }

    /** A change that the test ends. */
    private final class Change {

        private final String name;
        private final Sinks.One<String> end = Sinks.one();
        private CompletableFuture<String> running = new CompletableFuture<>();

        Change(String name) {
            this.name = name;
        }

        Mono<String> work() {
            return Mono.defer(() -> {
                begun.add(name);
                return end.asMono();
            });
        }

        void run(Changes by, String organisation) {
            running = by.run(organisation, work()).toFuture();
        }

        void commit() {
            end.tryEmitValue(name);
        }

        void fail(RuntimeException failure) {
            end.tryEmitError(failure);
        }

        void cancel() {
            running.cancel(true);
        }

        String result() {
            return running.join();
        }
    }

    /** Runs the work only. */
    private static final class NoTransactions implements TransactionalOperator {

        @Override
        public <T> Mono<T> transactional(Mono<T> work) {
            return work;
        }

        @Override
        public <T> Flux<T> execute(TransactionCallback<T> work) {
            throw new UnsupportedOperationException();
        }
    }
}
