package io.plugstream.gateway.handshake;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.plugstream.base.shield.ShieldProperties;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** Protects against guessing of credentials: counts failed handshakes per client address at this gateway. */
@Component
final class FailedHandshakes {

    private static final int MOST_ADDRESSES = 100_000;

    private final Cache<String, Bucket> buckets;
    private final int perMinute;

    FailedHandshakes(ShieldProperties properties) {
        this.perMinute = properties.failuresPerMinute();
        this.buckets = Caffeine.newBuilder()
                .maximumSize(MOST_ADDRESSES)
                .expireAfterAccess(Duration.ofMinutes(2))
                .build();
    }

    /** Counts a failure. Returns false if the address has failed too often. */
    boolean count(String address) {
        return bucket(address).tryConsume(1);
    }

    /** Whether the next failure of the address would be too many. */
    boolean isExhausted(String address) {
        return bucket(address).getAvailableTokens() == 0;
    }

    private Bucket bucket(String address) {
        return buckets.get(address, _ -> fresh());
    }

    private Bucket fresh() {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(perMinute).refillGreedy(perMinute, Duration.ofMinutes(1)))
                .build();
    }
}
