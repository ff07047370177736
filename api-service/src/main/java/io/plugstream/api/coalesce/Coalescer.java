package io.plugstream.api.coalesce;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Does the work of many requests for the same thing together (ADR 38): a request that comes while work for its key is
 * under way waits, with the others that come, for the next round. Nobody is given the result of work that began before
 * they asked, and a request that comes alone does not wait for company.
 *
 * @param <K> what requests must have in common
 * @param <R> a request
 * @param <V> the result, the same for all of a round
 */
public final class Coalescer<K, R, V> {

    private final Function<List<R>, Mono<V>> work;

    /** Of each key whose work is under way, the round that comes next. */
    private final Map<K, Round<R, V>> next = new ConcurrentHashMap<>();

    /** @param work what is done for the requests of a round, in the order they came; has to end by itself */
    public Coalescer(Function<List<R>, Mono<V>> work) {
        this.work = work;
    }

    /** The result of the round that {@code request} becomes part of, which goes on if nobody waits for it any more. */
    public Mono<V> ask(K key, R request) {
        return Mono.defer(() -> {
            Round<R, V> empty = new Round<>();
            Round<R, V> waiting = next.compute(key, (_, present) -> present == null ? empty : present.with(request));
            return waiting == empty ? begin(key, new Round<R, V>().with(request)) : waiting.result();
        });
    }

    private Mono<V> begin(K key, Round<R, V> round) {
        Mono.defer(() -> work.apply(round.requests)).materialize().subscribe(outcome -> {
            beginNext(key);
            round.end(outcome.get(), outcome.getThrowable());
        });
        return round.result();
    }

    /** Only the end of a round replaces the one that waits, so the two steps are of the same round. */
    private void beginNext(K key) {
        Round<R, V> waiting = Objects.requireNonNull(next.get(key));
        if (next.computeIfPresent(key, (_, present) -> present.requests.isEmpty() ? null : new Round<>()) != null) {
            begin(key, waiting);
        }
    }

    /** Changed only while its key is locked. */
    private static final class Round<R, V> {

        private final List<R> requests = new ArrayList<>();
        private final CompletableFuture<V> end = new CompletableFuture<>();

        Round<R, V> with(R request) {
            requests.add(request);
            return this;
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
