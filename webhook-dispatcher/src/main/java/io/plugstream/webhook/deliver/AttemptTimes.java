package io.plugstream.webhook.deliver;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;

/**
 * The recent average duration of each webhook's attempts. It is kept for a while after the last attempt, because a
 * webhook that hangs has nothing in flight once all its waiting deliveries are shed. Thread-safe.
 */
final class AttemptTimes {

    /** How long after its last attempt a webhook is remembered. */
    static final Duration REMEMBERED = Duration.ofMinutes(10);

    static final int MOST_WEBHOOKS = 100_000;

    /** Weight of the newest attempt. */
    private static final double NEWEST = 0.1;

    private final Cache<String, Double> averages = Caffeine.newBuilder()
            .expireAfterWrite(REMEMBERED)
            .maximumSize(MOST_WEBHOOKS)
            .build();

    void took(String webhookId, long millis) {
        averages.asMap().merge(webhookId, millis * NEWEST, (average, newest) -> average + newest - average * NEWEST);
    }

    /** Whether the average exceeds {@code time}; false if there is none. */
    boolean exceed(String webhookId, Duration time) {
        Double average = averages.getIfPresent(webhookId);
        return average != null && average > time.toMillis();
    }
}
