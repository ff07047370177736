package io.plugstream.api.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.plugstream.base.shield.ClientAddress;
import io.plugstream.base.shield.ShieldProperties;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;

/** Counts failed authentications by address and minute, on this replica. */
@Component
public class AddressShield {

    /** How long failures count together. */
    public static final Duration WINDOW = Duration.ofMinutes(1);

    private static final int MOST_ADDRESSES = 200_000;

    private final ClientAddress addresses;
    private final int limit;
    private final Clock clock;
    private final Cache<AddressMinute, AtomicInteger> failures = Caffeine.newBuilder()
            .maximumSize(MOST_ADDRESSES)
            .expireAfterWrite(WINDOW.multipliedBy(2))
            .executor(Runnable::run)
            .build();

    /** The last minute in which any address had no failure left. */
    private volatile long usedUpMinute = -1;

    AddressShield(ShieldProperties properties, ClientAddress addresses, Clock clock) {
        this.addresses = addresses;
        this.limit = properties.failuresPerMinute();
        this.clock = clock;
    }

    /** How the request's address stands in this minute. */
    public Standing standing(ServerHttpRequest request) {
        return standingOf(address(request));
    }

    /** The same for the peer of a request that could not even be read, whatever it says of proxies. */
    public Standing standing(@Nullable InetSocketAddress peer) {
        return standingOf(addresses.of(peer, List.of()));
    }

    /** Whether the request's address has no failure left in this minute; costs nothing while that is so of nobody. */
    public boolean isShut(ServerHttpRequest request) {
        return usedUpMinute == minute(clock.instant()) && standing(request).isUsedUp();
    }

    private Standing standingOf(String address) {
        Instant now = clock.instant();
        AtomicInteger count = failures.getIfPresent(key(address, now));
        return standing(count == null ? 0 : count.get(), now);
    }

    /** Counts a failed authentication; the standing is the one after it. */
    public Standing failed(ServerHttpRequest request) {
        Instant now = clock.instant();
        int count = failures.get(key(address(request), now), _ -> new AtomicInteger())
                .incrementAndGet();
        if (count >= limit) {
            usedUpMinute = minute(now);
        }
        return standing(count, now);
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

    private Standing standing(int failures, Instant now) {
        long reset = WINDOW.toSeconds() - now.getEpochSecond() % WINDOW.toSeconds();
        return new Standing(limit, failures, reset);
    }

    private record AddressMinute(String address, long minute) {}

    /**
     * What an address may still do.
     *
     * @param reset whole seconds until the count starts again
     */
    public record Standing(int limit, int failures, long reset) {

        public int remaining() {
            return Math.max(0, limit - failures);
        }

        /** Whether the allowed failures are used up, so that a further request without a valid credential is refused. */
        public boolean isUsedUp() {
            return failures >= limit;
        }

        /** Whether the last failure was one too many. */
        public boolean isExceeded() {
            return failures > limit;
        }
    }
}
