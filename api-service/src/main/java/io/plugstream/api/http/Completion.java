package io.plugstream.api.http;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * How work ended that does not stop when its caller leaves.
 *
 * @param value null for work without a result
 * @param failure null for success
 */
public record Completion<T>(@Nullable T value, @Nullable Throwable failure) {

    /**
     * The future's result. Nobody is told of a failure after the caller has left: Reactor would report a future's own
     * failure as an error that was dropped.
     */
    public static <T> Mono<T> of(CompletableFuture<? extends T> future) {
        return Completion.<T>end(future).flatMap(Completion::result);
    }

    /** Never fails. A time limit on it is not in a race with the future's own failure. */
    public static <T> Mono<Completion<T>> end(CompletableFuture<? extends T> future) {
        return Mono.fromFuture(future.handle(Completion<T>::new), true);
    }

    /** The value, or the failure. */
    public Mono<T> result() {
        if (failure == null) {
            return Mono.justOrEmpty(value);
        }
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : null;
        return Mono.error(cause == null ? failure : cause);
    }
}
