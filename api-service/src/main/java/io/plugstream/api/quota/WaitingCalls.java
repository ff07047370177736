package io.plugstream.api.quota;

import io.plugstream.model.quota.ApiCall;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The calls that wait for their decision. */
final class WaitingCalls {

    private final Map<UUID, Waiting> waiting = new ConcurrentHashMap<>();

    void add(ApiCall call, CompletableFuture<?> decision) {
        waiting.put(call.callId(), new Waiting(call, decision));
    }

    void remove(ApiCall call) {
        waiting.remove(call.callId());
    }

    /** Whose calls they are, one for each. */
    Stream<String> organisations() {
        return waiting.values().stream().map(one -> one.call().organisationId());
    }

    /** Lets those go on whose decision has not come. */
    void letThrough(Predicate<String> concerned) {
        waiting.values().stream()
                .filter(one -> concerned.test(one.call().organisationId()))
                .forEach(one -> one.decision().completeExceptionally(new LetThrough()));
    }

    private record Waiting(ApiCall call, CompletableFuture<?> decision) {}

    /** What a waiting call gets instead of a decision. */
    static final class LetThrough extends RuntimeException {

        private static final long serialVersionUID = 1L;

        LetThrough() {
            super("quota-service is away", null, false, false);
        }
    }
}
