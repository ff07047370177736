package io.plugstream.api.quota;

import io.plugstream.api.http.Completion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Combines the work of simultaneous requests with the same key (ADR 38). A request that arrives while work for its key
 * is in progress joins the next round. No request gets the result of work that began before it, and a single request
 * does not wait for others.
 *
 * @param <K> the key that requests of a round share
 * @param <R> a request
 * @param <V> the result, the same for all requests of a round
 */
final class Coalescer<K, R, V> {

    /** The next round is paced after a round with at least this many requests. */
    static final int MANY = 8;

    private final Function<List<R>, Mono<V>> work;
    private final Duration pace;
    private final Duration patience;

    /** The next round of each key whose work is in progress. */
    private final Map<K, Round<R, V>> next = new ConcurrentHashMap<>();

    /**
     * @param work does a round's work, for its requests in their order of arrival; must terminate
     * @param pace minimum time between the begins of large rounds, so that they become fewer and larger (ADR 39)
     * @param patience how long a request waits for its result
     */
    Coalescer(Function<List<R>, Mono<V>> work, Duration pace, Duration patience) {
        this.work = work;
        this.pace = pace;
        this.patience = patience;
    }

    /**
     * Adds {@code request} to a round and returns the round's result, on the thread that finished the work. Fails with
     * a {@link TimeoutException} when patience ends; work that has begun then continues, other work is never done.
     */
    Mono<V> ask(K key, R request) {
        return Mono.defer(() -> {
            Round<R, V> empty = new Round<>();
            Round<R, V> present = next.compute(
                    key,
                    (_, waiting) -> waiting == null ? empty : waiting.open().with(request, patience));
            return present == empty ? begin(key, new Round<R, V>().with(request, patience)) : present.result();
        });
    }

    private Mono<V> begin(K key, Round<R, V> round) {
        long began = System.nanoTime();
        Mono.defer(() -> work.apply(round.requests)).materialize().subscribe(outcome -> {
            long early = pace.toNanos() - (System.nanoTime() - began);
            if (early > 0 && round.requests.size() >= MANY) {
                Schedulers.parallel().schedule(() -> beginNext(key), early, TimeUnit.NANOSECONDS);
            } else {
                beginNext(key);
            }
            round.end(outcome.get(), outcome.getThrowable());
        });
        return round.result();
    }

    private void beginNext(K key) {
        AtomicReference<Round<R, V>> ready = new AtomicReference<>();
        next.computeIfPresent(key, (_, waiting) -> {
            if (waiting.open().requests.isEmpty()) {
                return null;
            }
            ready.set(waiting);
            return new Round<>();
        });
        Round<R, V> round = ready.get();
        if (round != null) {
            begin(key, round);
        }
    }

    /** Changes only while its key is locked, and never after its work has begun. */
    private static final class Round<R, V> {

        private final List<R> requests = new ArrayList<>();
        private final CompletableFuture<V> end = new CompletableFuture<>();

        /** The first request sets the time limit of the whole round, so one timer is enough. */
        Round<R, V> with(R request, Duration patience) {
            if (requests.isEmpty()) {
                // The timer thread of orTimeout wakes up for each round.
                Disposable limit = Schedulers.parallel()
                        .schedule(
                                () -> end.completeExceptionally(new TimeoutException()),
                                patience.toNanos(),
                                TimeUnit.NANOSECONDS);
                var _ = end.whenComplete((_, _) -> limit.dispose());
            }
            requests.add(request);
            return this;
        }

        /** This round, or a new one if this has timed out. */
        Round<R, V> open() {
            return end.isDone() ? new Round<>() : this;
        }

        Mono<V> result() {
            return Completion.of(end);
        }

        @SuppressWarnings("NullAway") // A null value completes the Mono empty.
        void end(@Nullable V value, @Nullable Throwable failure) {
            if (failure == null) {
                end.complete(value);
            } else {
                end.completeExceptionally(failure);
            }
        }
    }
}
