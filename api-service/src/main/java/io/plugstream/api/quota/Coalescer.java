package io.plugstream.api.quota;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Does the work of many requests for the same thing together (ADR 38): a request that comes while work for its key is
 * under way waits, with the others that come, for the next round. Nobody is given the result of work that began before
 * they asked, and a request that comes alone does not wait for company.
 *
 * @param <K> what requests must have in common
 * @param <R> a request
 * @param <V> the result, the same for all of a round
 */
final class Coalescer<K, R, V> {

    /** So many requests make a round that is followed no sooner than its pace says. */
    static final int MANY = 8;

    private final Function<List<R>, Mono<V>> work;
    private final Duration pace;
    private final Duration patience;

    /** Of each key whose work is under way, the round that comes next. */
    private final Map<K, Round<R, V>> next = new ConcurrentHashMap<>();

    /**
     * @param work what is done for the requests of a round, in the order they came; has to end by itself
     * @param pace how far apart rounds begin while many requests come, so that fewer and larger ones do (ADR 39)
     * @param patience how long a request waits for its result
     */
    Coalescer(Function<List<R>, Mono<V>> work, Duration pace, Duration patience) {
        this.work = work;
        this.pace = pace;
        this.patience = patience;
    }

    /**
     * The result of the round that {@code request} becomes part of, on the thread on which the work ended. It fails with a
     * {@link java.util.concurrent.TimeoutException} when patience is at an end; a round that began before goes on, one
     * that did not never will.
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

    /** Changed only while its key is locked, and not any more once its work began. */
    private static final class Round<R, V> {

        private final List<R> requests = new ArrayList<>();
        private final CompletableFuture<V> end = new CompletableFuture<>();

        /** The first to come is the first to lose patience, and one timer serves all. */
        Round<R, V> with(R request, Duration patience) {
            if (requests.isEmpty()) {
                end.orTimeout(patience.toNanos(), TimeUnit.NANOSECONDS);
            }
            requests.add(request);
            return this;
        }

        /** This one, or another if everybody has left it. */
        Round<R, V> open() {
            return end.isDone() ? new Round<>() : this;
        }

        Mono<V> result() {
            return Mono.fromFuture(end, true);
        }

        @SuppressWarnings("NullAway") // A future's null is a Mono's nothing.
        void end(@Nullable V value, @Nullable Throwable failure) {
            if (failure == null) {
                end.complete(value);
            } else {
                end.completeExceptionally(failure);
            }
        }
    }
}
