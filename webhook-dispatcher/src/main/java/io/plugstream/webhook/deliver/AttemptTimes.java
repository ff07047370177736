package io.plugstream.webhook.deliver;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;

/**
 * How long attempts at each webhook took of late, on average. It is remembered for a while after the last one, for a webhook
 * that hangs has nothing in flight as soon as all that waited for it is shed. Safe for use by many threads.
 */
final class AttemptTimes {

    private static final Duration REMEMBERED = Duration.ofMinutes(10);
    private static final int MOST_WEBHOOKS = 100_000;
    /** Weight of the newest attempt. */
    private static final double NEWEST = 0.1;

    private final Cache<String, Double> averages = Caffeine.newBuilder()
            .expireAfterWrite(REMEMBERED)
            .maximumSize(MOST_WEBHOOKS)
            .build();

    void took(String webhookId, long millis) {
        averages.asMap().merge(webhookId, millis * NEWEST, (average, newest) -> average + newest - average * NEWEST);
    }

    /** Whether they took longer than {@code time}; false as long as none is known. */
    boolean exceed(String webhookId, Duration time) {
        Double average = averages.getIfPresent(webhookId);
        return average != null && average > time.toMillis();
    }
}
