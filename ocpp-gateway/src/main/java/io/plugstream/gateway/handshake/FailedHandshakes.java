package io.plugstream.gateway.handshake;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The shield against guessing: counts failed handshakes by address. An IPv6 address counts with its /64 network, which is
 * what one host usually has.
 */
@Component
final class FailedHandshakes {

    private static final int MOST_ADDRESSES = 100_000;
    private static final int IPV6_LENGTH = 16;
    private static final int IPV6_NETWORK = 8;

    private final Cache<String, Bucket> buckets;
    private final int perMinute;

    FailedHandshakes(HandshakeProperties properties) {
        this.perMinute = properties.failuresPerMinute();
        this.buckets = Caffeine.newBuilder()
                .maximumSize(MOST_ADDRESSES)
                .expireAfterAccess(Duration.ofMinutes(2))
                .build();
    }

    /** Counts a failure; false once the address has failed too often. */
    boolean count(@Nullable InetSocketAddress address) {
        return buckets.get(network(address), _ -> fresh()).tryConsume(1);
    }

    private Bucket fresh() {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(perMinute).refillGreedy(perMinute, Duration.ofMinutes(1)))
                .build();
    }

    private static String network(@Nullable InetSocketAddress address) {
        if (address == null || address.getAddress() == null) {
            return "unknown";
        }
        byte[] bytes = address.getAddress().getAddress();
        return HexFormat.of().formatHex(bytes.length == IPV6_LENGTH ? Arrays.copyOf(bytes, IPV6_NETWORK) : bytes);
    }
}
