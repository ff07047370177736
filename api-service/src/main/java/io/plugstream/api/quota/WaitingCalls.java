package io.plugstream.api.quota;

import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.QuotaDecision;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The calls that wait for their decision, and those that were let through before it came. */
final class WaitingCalls {

    private final Map<UUID, Waiting> waiting = new ConcurrentHashMap<>();
    private final Map<UUID, ApiCall> letThrough = new HashMap<>();

    void add(ApiCall call, CompletableFuture<?> decision) {
        waiting.put(call.callId(), new Waiting(call, decision));
    }

    void remove(ApiCall call) {
        waiting.remove(call.callId());
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Lets all go on whose decision has not come, and remembers which. */
    void letThrough() {
        waiting.values().forEach(this::letThrough);
    }

    /** Lets one go on, if its decision has not come. */
    void letThrough(ApiCall call) {
        Waiting one = waiting.get(call.callId());
        if (one != null) {
            letThrough(one);
        }
    }

    /** One lock with {@link #late}, so that a decision is either in time or late and never both or neither. */
    private synchronized void letThrough(Waiting one) {
        if (one.decision().completeExceptionally(new LetThrough())) {
            letThrough.put(one.call().callId(), one.call());
        }
    }

    /**
     * Takes in a decision after the one who asked was told.
     *
     * @return the call that was let through although this decision refuses it, and so has yet to be counted
     */
    synchronized @Nullable ApiCall late(QuotaDecision decision) {
        ApiCall call = letThrough.remove(decision.callId());
        return decision.admitted() ? null : call;
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
