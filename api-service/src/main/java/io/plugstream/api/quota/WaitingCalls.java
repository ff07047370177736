package io.plugstream.api.quota;

import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.QuotaDecision;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Calls that wait for their decision: first for Kafka, then for quota-service. */
final class WaitingCalls {

    private final Map<UUID, Waiting> waiting = new ConcurrentHashMap<>();

    /** Adds a call that is about to be appended. The decision may fail with {@link LetThrough}. */
    CompletableFuture<QuotaDecision> add(ApiCall call) {
        CompletableFuture<QuotaDecision> decision = new CompletableFuture<>();
        waiting.put(call.callId(), new Waiting(call, decision, false));
        return decision;
    }

    /** Kafka has acknowledged the call: now it waits for quota-service. */
    void appended(ApiCall call) {
        waiting.computeIfPresent(call.callId(), (_, one) -> new Waiting(call, one.decision(), true));
    }

    void remove(ApiCall call) {
        waiting.remove(call.callId());
    }

    /** Answers the call, if it waits here and not in another replica. */
    void decided(QuotaDecision decision) {
        Waiting one = waiting.get(decision.callId());
        if (one != null) {
            one.decision().complete(decision);
        }
    }

    /** The organisation of each call that waits for quota-service. */
    Stream<String> organisations() {
        return ofQuotaService().map(one -> one.call().organisationId());
    }

    /** Ends the wait of calls without a decision, so that they proceed. */
    void letThrough(Predicate<String> concerned) {
        ofQuotaService()
                .filter(one -> concerned.test(one.call().organisationId()))
                .forEach(one -> one.decision().completeExceptionally(new LetThrough()));
    }

    private Stream<Waiting> ofQuotaService() {
        return waiting.values().stream().filter(Waiting::isAppended);
    }

    private record Waiting(ApiCall call, CompletableFuture<QuotaDecision> decision, boolean isAppended) {}

    /** Ends a call's wait instead of a decision. */
    static final class LetThrough extends RuntimeException {

        private static final long serialVersionUID = 1L;

        LetThrough() {
            super("quota-service is unavailable", null, false, false);
        }
    }
}
