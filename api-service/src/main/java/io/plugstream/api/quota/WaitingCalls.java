package io.plugstream.api.quota;

import io.plugstream.model.quota.ApiCall;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Calls that wait for their decision. */
final class WaitingCalls {

    private final Map<UUID, Waiting> waiting = new ConcurrentHashMap<>();

    void add(ApiCall call, CompletableFuture<?> decision) {
        waiting.put(call.callId(), new Waiting(call, decision));
    }

    void remove(ApiCall call) {
        waiting.remove(call.callId());
    }

    /** The organisation of each waiting call. */
    Stream<String> organisations() {
        return waiting.values().stream().map(one -> one.call().organisationId());
    }

    /** Ends the wait of calls without a decision, so that they proceed. */
    void letThrough(Predicate<String> concerned) {
        waiting.values().stream()
                .filter(one -> concerned.test(one.call().organisationId()))
                .forEach(one -> one.decision().completeExceptionally(new LetThrough()));
    }

    private record Waiting(ApiCall call, CompletableFuture<?> decision) {}

    /** Ends a call's wait instead of a decision. */
    static final class LetThrough extends RuntimeException {

        private static final long serialVersionUID = 1L;

        LetThrough() {
            super("quota-service is unavailable", null, false, false);
        }
    }
}
