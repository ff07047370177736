package io.plugstream.api.quota;

import io.plugstream.model.quota.Tier;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;

/**
 * An organisation's daily allowance when this call was counted.
 *
 * @param used the day's calls, including this one
 * @param remaining as in the response's headers
 */
record Allowance(LocalDate day, long limit, long used, long remaining) {

    /** The allowance of a metered call; empty for other requests. */
    public static Optional<Allowance> of(ServerWebExchange exchange) {
        return Optional.ofNullable(RateLimitFilter.of(exchange))
                .flatMap(known -> Optional.ofNullable(known.at()).map(at -> of(known, at)));
    }

    /** An allowance without a known call. */
    static Allowance unused(Tier tier, Instant now) {
        return of(RateLimit.daily(tier.dailyCalls(), 0, now), now);
    }

    private static Allowance of(RateLimit known, Instant at) {
        return new Allowance(LocalDate.ofInstant(at, ZoneOffset.UTC), known.limit(), known.used(), known.remaining());
    }

    /** Raises the use to {@code counted}: a new replica knows no calls while quota-service is unavailable. */
    Allowance atLeast(long counted) {
        return counted <= used
                ? this
                : new Allowance(
                        day, limit, counted, limit == Tier.UNLIMITED ? remaining : Math.max(0, limit - counted));
    }

    /** When the next UTC day begins. */
    public Instant resetAt() {
        return day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
