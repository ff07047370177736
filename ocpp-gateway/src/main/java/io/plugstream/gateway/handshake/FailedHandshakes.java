package io.plugstream.gateway.handshake;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.plugstream.base.shield.ShieldProperties;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/**
 * Protects against guessing of credentials: counts failed handshakes per client address and minute at this gateway, as
 * the API counts failed authentications.
 */
@Component
final class FailedHandshakes {

    private static final int MOST_ADDRESSES = 100_000;
    private static final long MINUTE = 60;

    private final Cache<AddressMinute, AtomicInteger> counts = Caffeine.newBuilder()
            .maximumSize(MOST_ADDRESSES)
            .expireAfterWrite(Duration.ofSeconds(2 * MINUTE))
            .build();
    private final int perMinute;
    private final InstantSource clock;

    FailedHandshakes(ShieldProperties properties, InstantSource clock) {
        this.perMinute = properties.failuresPerMinute();
        this.clock = clock;
    }

    /** Counts a failure. Returns false if the address has failed too often in this minute. */
    boolean count(String address) {
        return failures(address).incrementAndGet() <= perMinute;
    }

    /** Whether the next failure of the address would be too many. */
    boolean isExhausted(String address) {
        return failures(address).get() >= perMinute;
    }

    /** Whole seconds until the next minute begins, 1 to 60. */
    long secondsToNextMinute() {
        return MINUTE - clock.instant().getEpochSecond() % MINUTE;
    }

    private AtomicInteger failures(String address) {
        return counts.get(
                new AddressMinute(address, clock.instant().getEpochSecond() / MINUTE), _ -> new AtomicInteger());
    }

    private record AddressMinute(String address, long minute) {}
}
