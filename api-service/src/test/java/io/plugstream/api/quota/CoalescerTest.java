package io.plugstream.api.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.api.http.DroppedErrors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

class CoalescerTest {

    private static final Duration PACE = Duration.ofMillis(5);
    private static final Duration LONG = Duration.ofHours(1);

    private final List<List<Integer>> rounds = new ArrayList<>();
    private final List<CompletableFuture<String>> ends = new ArrayList<>();
    private final Coalescer<String, Integer, String> coalescer = new Coalescer<>(this::round, PACE, LONG);

    private Mono<String> round(List<Integer> requests) {
        rounds.add(List.copyOf(requests));
        ends.add(new CompletableFuture<>());
        return Mono.fromFuture(ends.getLast());
    }

    @Test
    void requestsDuringARoundShareTheNext() {
        CompletableFuture<String> first = coalescer.ask("a", 1).toFuture();
        CompletableFuture<String> second = coalescer.ask("a", 2).toFuture();
        CompletableFuture<String> third = coalescer.ask("a", 3).toFuture();
        assertThat(rounds).containsExactly(List.of(1));

        ends.getFirst().complete("old");

        assertThat(first).isCompletedWithValue("old");
        assertThat(second).isNotDone();
        assertThat(rounds).containsExactly(List.of(1), List.of(2, 3));
        ends.getLast().complete("new");
        assertThat(second).isCompletedWithValue("new");
        assertThat(third).isCompletedWithValue("new");
    }

    @Test
    void aRoundThatFailsWithoutItsCallersIsNoError() {
        try (DroppedErrors dropped = new DroppedErrors()) {
            Disposable left = coalescer.ask("a", 1).subscribe();
            left.dispose();

            ends.getFirst().completeExceptionally(new IllegalStateException("stopped"));

            assertThat(dropped.all()).isEmpty();
        }
    }

    @Test
    void aLoneRequestDoesNotWait() {
        coalescer.ask("a", 1).subscribe();
        ends.getFirst().complete("one");
        coalescer.ask("a", 2).subscribe();

        assertThat(rounds).containsExactly(List.of(1), List.of(2));
    }

    @Test
    void keysDoNotWaitForEachOther() {
        coalescer.ask("a", 1).subscribe();
        coalescer.ask("b", 2).subscribe();

        assertThat(rounds).containsExactly(List.of(1), List.of(2));
    }

    @Test
    void aFailureAffectsOnlyItsRound() {
        CompletableFuture<String> first = coalescer.ask("a", 1).toFuture();
        CompletableFuture<String> second = coalescer.ask("a", 2).toFuture();

        ends.getFirst().completeExceptionally(new IllegalStateException("broken"));
        ends.getLast().complete("well");

        assertThatThrownBy(first::join).hasRootCauseMessage("broken");
        assertThat(second).isCompletedWithValue("well");
    }

    @Test
    void anExceptionFailsOnlyItsRound() {
        AtomicInteger tries = new AtomicInteger();
        Coalescer<String, Integer, String> throwing = new Coalescer<>(
                _ -> {
                    if (tries.getAndIncrement() == 0) {
                        throw new IllegalStateException("broken");
                    }
                    return Mono.just("well");
                },
                PACE,
                LONG);

        assertThatThrownBy(() -> throwing.ask("a", 1).block()).hasMessage("broken");
        assertThat(throwing.ask("a", 2).block()).isEqualTo("well");
    }

    @Test
    void aRoundContinuesWithoutCancelledRequests() {
        coalescer.ask("a", 1).subscribe().dispose();
        CompletableFuture<String> second = coalescer.ask("a", 2).toFuture();

        ends.getFirst().complete("one");
        ends.getLast().complete("two");

        assertThat(second).isCompletedWithValue("two");
    }

    @Test
    void aRoundOfManyDelaysTheNextBriefly() throws Exception {
        List<Long> begun = new CopyOnWriteArrayList<>();
        CompletableFuture<Integer> first = new CompletableFuture<>();
        Coalescer<String, Integer, Integer> timed = new Coalescer<>(
                requests -> {
                    begun.add(System.nanoTime());
                    return requests.contains(0) ? Mono.fromFuture(first) : Mono.just(requests.size());
                },
                PACE,
                LONG);
        timed.ask("a", 0).subscribe();
        List<CompletableFuture<Integer>> many = IntStream.rangeClosed(1, Coalescer.MANY)
                .mapToObj(i -> timed.ask("a", i).toFuture())
                .toList();
        long before = System.nanoTime();
        first.complete(1);
        CompletableFuture<Integer> next = timed.ask("a", 100).toFuture();

        assertThat(many).allSatisfy(asked -> assertThat(asked).isCompletedWithValue(Coalescer.MANY));
        assertThat(next.get(10, TimeUnit.SECONDS)).isEqualTo(1);
        assertThat(begun).hasSize(3);
        assertThat(Duration.ofNanos(begun.get(2) - before)).isGreaterThanOrEqualTo(PACE);
    }

    @Test
    void aRequestThatTimedOutBeforeARoundIsNotPartOfIt() {
        Coalescer<String, Integer, String> impatient = new Coalescer<>(this::round, PACE, Duration.ofMillis(500));
        CompletableFuture<String> begun = impatient.ask("a", 1).toFuture();
        CompletableFuture<String> waiting = impatient.ask("a", 2).toFuture();
        assertThatThrownBy(begun::join).hasRootCauseInstanceOf(TimeoutException.class);
        assertThatThrownBy(waiting::join).hasRootCauseInstanceOf(TimeoutException.class);

        CompletableFuture<String> late = impatient.ask("a", 3).toFuture();
        ends.getFirst().complete("one");
        ends.getLast().complete("two");

        assertThat(rounds).containsExactly(List.of(1), List.of(3));
        assertThat(late).isCompletedWithValue("two");
    }

    @Test
    void everyRequestIsInExactlyOneRound() throws Exception {
        AtomicInteger done = new AtomicInteger();
        ConcurrentHashMap<Integer, Integer> seen = new ConcurrentHashMap<>();
        Coalescer<String, Integer, Integer> counting = new Coalescer<>(
                requests -> Mono.fromSupplier(() -> {
                            requests.forEach(request -> seen.merge(request, 1, Integer::sum));
                            return done.addAndGet(requests.size());
                        })
                        .subscribeOn(Schedulers.parallel()),
                PACE,
                LONG);

        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<? extends Future<?>> askers = IntStream.range(0, 8)
                    .mapToObj(asker -> threads.submit(() -> IntStream.range(0, 2_000)
                            .forEach(i -> counting.ask("a", asker * 2_000 + i).block())))
                    .toList();
            for (Future<?> asker : askers) {
                asker.get();
            }
        }

        assertThat(done).hasValue(16_000);
        assertThat(seen)
                .hasSize(16_000)
                .allSatisfy((_, times) -> assertThat(times).isEqualTo(1));
    }
}
