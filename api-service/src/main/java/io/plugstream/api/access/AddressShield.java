package io.plugstream.api.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemException;
import io.plugstream.api.http.ProblemType;
import io.plugstream.base.shield.ClientAddress;
import io.plugstream.base.shield.ShieldProperties;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;

/** Counts failed authentications by address and minute, on this replica. */
@Component
public class AddressShield {

    /** Failures are counted per window. */
    public static final Duration WINDOW = Duration.ofMinutes(1);

    private static final int MOST_ADDRESSES = 200_000;

    private final ClientAddress addresses;
    private final int limit;
    private final Clock clock;
    private final Cache<AddressMinute, AtomicInteger> counts = Caffeine.newBuilder()
            .maximumSize(MOST_ADDRESSES)
            .expireAfterWrite(WINDOW.multipliedBy(2))
            .executor(Runnable::run)
            .build();

    /** The last minute in which any address used up its failures. */
    private volatile long usedUpMinute = -1;

    AddressShield(ShieldProperties properties, ClientAddress addresses, Clock clock) {
        this.addresses = addresses;
        this.limit = properties.failuresPerMinute();
        this.clock = clock;
    }

    /** The failures of the request's address in the current minute. */
    public FailureCount failures(ServerHttpRequest request) {
        return of(address(request));
    }

    /** The failures of a connection's peer, for requests that could not be parsed; ignores forwarding headers. */
    public FailureCount failures(@Nullable InetSocketAddress peer) {
        return of(addresses.of(peer, List.of()));
    }

    /** Whether the request's address has reached the limit in this minute. Cheap while no address has. */
    public boolean isLimitReached(ServerHttpRequest request) {
        return usedUpMinute == minute(clock.instant()) && failures(request).isUsedUp();
    }

    private FailureCount of(String address) {
        Instant now = clock.instant();
        AtomicInteger count = counts.getIfPresent(key(address, now));
        return failureCount(count == null ? 0 : count.get(), now);
    }

    /** Counts a failed authentication and returns the new count. */
    public FailureCount failed(ServerHttpRequest request) {
        return begin(request).failures();
    }

    /** Counts an authentication as failed before its result is known, so that many at once do not pass the limit. */
    public Attempt begin(ServerHttpRequest request) {
        Instant now = clock.instant();
        AtomicInteger counted = counts.get(key(address(request), now), _ -> new AtomicInteger());
        int count = counted.incrementAndGet();
        if (count >= limit) {
            usedUpMinute = minute(now);
        }
        return new Attempt(failureCount(count, now), counted);
    }

    private String address(ServerHttpRequest request) {
        return addresses.of(request.getRemoteAddress(), request.getHeaders().getOrEmpty(ClientAddress.HEADER));
    }

    private static AddressMinute key(String address, Instant now) {
        return new AddressMinute(address, minute(now));
    }

    private static long minute(Instant moment) {
        return moment.getEpochSecond() / WINDOW.toSeconds();
    }

    private FailureCount failureCount(int count, Instant now) {
        long reset = WINDOW.toSeconds() - now.getEpochSecond() % WINDOW.toSeconds();
        return new FailureCount(limit, count, reset);
    }

    private record AddressMinute(String address, long minute) {}

    /** An authentication that counts as failed. */
    public static final class Attempt {

        private final FailureCount failures;
        private final AtomicInteger counted;

        private Attempt(FailureCount failures, AtomicInteger counted) {
            this.failures = failures;
            this.counted = counted;
        }

        /** The failures of the address, including this attempt. */
        public FailureCount failures() {
            return failures;
        }

        /** Gives the failure back to the minute that counted it. Called once. */
        public void didNotFail() {
            counted.decrementAndGet();
        }
    }

    /**
     * The failed authentications of an address in one minute.
     *
     * @param reset whole seconds until the next minute begins
     */
    public record FailureCount(int limit, int count, long reset) {

        public int remaining() {
            return Math.max(0, limit - count);
        }

        /** Whether the limit is reached. */
        public boolean isUsedUp() {
            return count >= limit;
        }

        /** Whether the last failure exceeded the limit. */
        public boolean isExceeded() {
            return count > limit;
        }

        /** The response beyond the limit. */
        public ProblemException exception() {
            return Problem.of(ProblemType.TOO_MANY_FAILED_AUTHENTICATIONS)
                    .exception()
                    .header(HttpHeaders.RETRY_AFTER, Long.toString(reset));
        }
    }
}
