package io.plugstream.api.quota;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.plugstream.api.access.PortalProperties;
import io.plugstream.api.access.PortalSession;
import io.plugstream.api.access.SessionMeter;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemType;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Counts the calls of the portal's sessions by minute, on this replica. They have a limit of their own and use no
 * allowance.
 */
@Component
class SessionCalls implements SessionMeter {

    static final Duration WINDOW = Duration.ofMinutes(1);

    private static final int MOST_SESSIONS = 100_000;

    private final int limit;
    private final Clock clock;
    private final Cache<SessionMinute, AtomicLong> counts = Caffeine.newBuilder()
            .maximumSize(MOST_SESSIONS)
            .expireAfterWrite(WINDOW.multipliedBy(2))
            .executor(Runnable::run)
            .build();

    SessionCalls(PortalProperties properties, Clock clock) {
        this.limit = properties.callsPerMinute();
        this.clock = clock;
    }

    @Override
    public Mono<Void> count(ServerWebExchange exchange, PortalSession session) {
        RateLimit limit = count(session);
        RateLimitFilter.set(exchange, limit);
        return limit.used() <= limit.limit()
                ? Mono.empty()
                : Mono.error(Problem.of(ProblemType.TOO_MANY_REQUESTS)
                        .exception()
                        .header(HttpHeaders.RETRY_AFTER, Long.toString(limit.reset())));
    }

    /** Counts a call and returns the limit after it. */
    RateLimit count(PortalSession session) {
        Instant now = clock.instant();
        long window = WINDOW.toSeconds();
        long minute = now.getEpochSecond() / window;
        long used = counts.get(new SessionMinute(session.hash(), minute), _ -> new AtomicLong())
                .incrementAndGet();
        return RateLimit.session(limit, used, window - now.getEpochSecond() % window);
    }

    private record SessionMinute(String session, long minute) {}
}
