package io.plugstream.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.base.shield.ClientAddress;
import io.plugstream.base.shield.ShieldProperties;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;

class AddressShieldTest {

    private static final Instant NOW = Instant.parse("2026-01-31T10:00:20Z");

    @Test
    void countsFailuresOfAnAddressInItsMinute() {
        AddressShield shield = shield(NOW);
        for (int i = 1; i <= 60; i++) {
            assertThat(shield.isLimitReached(from("203.0.113.7"))).isFalse();
            assertThat(shield.failed(from("203.0.113.7")).isExceeded()).isFalse();
        }
        assertThat(shield.isLimitReached(from("203.0.113.7"))).isTrue();
        assertThat(shield.isLimitReached(from("203.0.113.8"))).isFalse();
        assertThat(shield.failures(from("203.0.113.7")).isUsedUp()).isTrue();
        assertThat(shield.failed(from("203.0.113.7")).isExceeded()).isTrue();
        assertThat(shield.failures(from("203.0.113.7")).remaining()).isZero();
        assertThat(shield.failures(from("203.0.113.7")).reset()).isEqualTo(40);
        assertThat(shield.failures(from("203.0.113.8")).remaining()).isEqualTo(60);
    }

    @Test
    void anAttemptCountsAsFailedUntilItsResultIsKnown() {
        AddressShield shield = shield(NOW);
        AddressShield.Attempt attempt = shield.begin(from("203.0.113.7"));
        assertThat(attempt.failures().count()).isEqualTo(1);
        assertThat(shield.failures(from("203.0.113.7")).count()).isEqualTo(1);
        attempt.didNotFail();
        assertThat(shield.failures(from("203.0.113.7")).count()).isZero();
    }

    @Test
    void countsAnIpv6NetworkAsOneClient() {
        AddressShield shield = shield(NOW);
        shield.failed(from("2001:db8:1:2::1"));
        assertThat(shield.failures(from("2001:db8:1:2:ffff::9")).count()).isEqualTo(1);
        assertThat(shield.failures(from("2001:db8:1:3::1")).count()).isZero();
    }

    @Test
    void countsForTheClientThatATrustedProxyNames() {
        AddressShield shield = shield(NOW, "10.1.0.0/16");
        shield.failed(forwarded("10.1.2.3", "203.0.113.7"));
        shield.failed(forwarded("198.51.100.1", "203.0.113.7"));
        assertThat(shield.failures(from("203.0.113.7")).count()).isEqualTo(1);
        assertThat(shield.failures(from("198.51.100.1")).count()).isEqualTo(1);
        assertThat(shield.failures(from("10.1.2.3")).count()).isZero();
    }

    private static AddressShield shield(Instant now, String... proxies) {
        ShieldProperties properties = new ShieldProperties(60, List.of(proxies));
        return new AddressShield(
                properties,
                new ClientAddress(properties),
                Clock.offset(Clock.fixed(now, ZoneOffset.UTC), Duration.ZERO));
    }

    private static MockServerHttpRequest from(String address) {
        return MockServerHttpRequest.get("/")
                .remoteAddress(new InetSocketAddress(address, 1234))
                .build();
    }

    private static MockServerHttpRequest forwarded(String peer, String header) {
        return MockServerHttpRequest.get("/")
                .remoteAddress(new InetSocketAddress(peer, 1234))
                .header("X-Forwarded-For", header)
                .build();
    }
}
