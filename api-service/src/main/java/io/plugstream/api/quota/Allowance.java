package io.plugstream.api.quota;

import io.plugstream.model.quota.Tier;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;

/**
 * An organisation's day as it stood when the present call was counted.
 *
 * @param used the day's calls with this one
 * @param remaining as the response's headers say
 */
record Allowance(LocalDate day, long limit, long used, long remaining) {

    /** Of a metered call. */
    public static Optional<Allowance> of(ServerWebExchange exchange) {
        return Optional.ofNullable(RateLimitFilter.of(exchange))
                .flatMap(known -> Optional.ofNullable(known.at()).map(at -> of(known, at)));
    }

    /** As far as nobody knows of any call. */
    static Allowance unused(Tier tier, Instant now) {
        return of(RateLimit.daily(tier.dailyCalls(), 0, now), now);
    }

    private static Allowance of(RateLimit known, Instant at) {
        return new Allowance(LocalDate.ofInstant(at, ZoneOffset.UTC), known.limit(), known.used(), known.remaining());
    }

    /** The same, if {@code counted} calls are known: while quota-service is away a replica that has just started knows none. */
    Allowance atLeast(long counted) {
        return counted <= used
                ? this
                : new Allowance(
                        day, limit, counted, limit == Tier.UNLIMITED ? remaining : Math.max(0, limit - counted));
    }

    /** When the next day begins. */
    public Instant resetAt() {
        return day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
