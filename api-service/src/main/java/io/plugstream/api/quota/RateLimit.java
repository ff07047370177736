package io.plugstream.api.quota;

import io.plugstream.api.access.AddressShield;
import io.plugstream.model.quota.Tier;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * The values of a response's {@code RateLimit} headers, in both generations of their drafts.
 *
 * @param policy the policy's name: {@code daily}, {@code address} or {@code session}
 * @param window the policy's window in seconds
 * @param reset whole seconds until the count starts again
 * @param used calls, or failures, counted so far
 * @param at when the call was counted; null for addresses and sessions
 */
record RateLimit(
        String policy,
        long window,
        long limit,
        long remaining,
        long reset,
        long used,
        @Nullable Instant at) {

    private static final long DAY = Duration.ofDays(1).toSeconds();

    /** The limit of an organisation's day. */
    static RateLimit daily(long limit, long used, Instant now) {
        long remaining = limit == Tier.UNLIMITED ? Tier.UNLIMITED : Math.max(0, limit - used);
        return new RateLimit("daily", DAY, limit, remaining, secondsToMidnight(now), used, now);
    }

    /** The limit of an address without a known organisation. */
    static RateLimit address(AddressShield.FailureCount failures) {
        return new RateLimit(
                "address",
                AddressShield.WINDOW.toSeconds(),
                failures.limit(),
                failures.remaining(),
                failures.reset(),
                failures.count(),
                null);
    }

    /** The limit of a session's minute. */
    static RateLimit session(long limit, long used, long reset) {
        return new RateLimit(
                "session", SessionCalls.WINDOW.toSeconds(), limit, Math.max(0, limit - used), reset, used, null);
    }

    void writeTo(HttpHeaders headers) {
        writeTo(headers::set);
    }

    /** @param headers takes a name and its value */
    void writeTo(BiConsumer<String, String> headers) {
        headers.accept("RateLimit-Limit", Long.toString(limit));
        headers.accept("RateLimit-Remaining", Long.toString(remaining));
        headers.accept("RateLimit-Reset", Long.toString(reset));
        headers.accept("RateLimit-Policy", '"' + policy + "\";q=" + limit + ";w=" + window);
        headers.accept("RateLimit", '"' + policy + "\";r=" + remaining + ";t=" + reset);
    }

    /** Rounded up, so that a client that waits this long is never too early. */
    private static long secondsToMidnight(Instant now) {
        Instant midnight = LocalDate.ofInstant(now, ZoneOffset.UTC)
                .plusDays(1)
                .atStartOfDay(ZoneOffset.UTC)
                .toInstant();
        return Duration.between(now, midnight).plusNanos(999_999_999).toSeconds();
    }
}
