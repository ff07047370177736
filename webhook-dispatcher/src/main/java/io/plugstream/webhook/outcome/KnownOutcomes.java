package io.plugstream.webhook.outcome;

import io.plugstream.model.webhook.Attempt;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of this process's deliveries that are not known to be in the log. If they take too much memory, the
 * oldest are forgotten. Thread-safe.
 */
final class KnownOutcomes {

    /** Some 10,000 outcomes of usual size. */
    private static final long MOST_BYTES = 32L << 20;

    /** Upper estimate of an outcome's memory without its long texts. */
    private static final long OVERHEAD = 1_500;

    private final long mostBytes;
    private final Map<UUID, Ended> outcomes = new LinkedHashMap<>();
    private long bytes;

    KnownOutcomes() {
        this(MOST_BYTES);
    }

    /** @param mostBytes estimated memory of the outcomes that are kept */
    KnownOutcomes(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    synchronized void add(Ended outcome) {
        forget(outcome.deliveryId());
        outcomes.put(outcome.deliveryId(), outcome);
        bytes += bytes(outcome);
        while (bytes > mostBytes) {
            forget(outcomes.keySet().iterator().next());
        }
    }

    synchronized @Nullable Ended of(UUID deliveryId) {
        return outcomes.get(deliveryId);
    }

    synchronized void forget(UUID deliveryId) {
        Ended outcome = outcomes.remove(deliveryId);
        if (outcome != null) {
            bytes -= bytes(outcome);
        }
    }

    private static long bytes(Ended outcome) {
        Attempt attempt = outcome.attempt();
        if (attempt == null) {
            return OVERHEAD;
        }
        String answer = attempt.answer();
        return OVERHEAD + attempt.body().length() + (answer == null ? 0 : answer.length());
    }
}
