package io.plugstream.api.http;

import java.util.concurrent.Callable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Runs calls of libraries that block. */
public final class BlockingCall {

    private BlockingCall() {}

    /**
     * The result of {@code call}, on one of {@code threads}. The thread is interrupted when the caller leaves, and nobody
     * is told of the failure that this causes: Reactor would report it as an error that was dropped.
     */
    public static <T> Mono<T> on(Scheduler threads, Callable<T> call) {
        return Mono.fromSupplier(() -> end(call)).subscribeOn(threads).flatMap(Completion::result);
    }

    private static <T> Completion<T> end(Callable<T> call) {
        try {
            return new Completion<>(call.call(), null);
        } catch (Exception e) {
            return new Completion<>(null, e);
        }
    }
}
