package io.plugstream.api.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.access.PortalProperties;
import io.plugstream.api.access.PortalSession;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SessionCallsTest {

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-31T09:00:43Z"));
    private final Clock clock = ((InstantSource) now::get).withZone(ZoneOffset.UTC);
    private final SessionCalls calls = new SessionCalls(
            new PortalProperties(
                    null, null, List.of("openid"), Duration.ofHours(8), Duration.ofHours(1), 2, Duration.ofMinutes(10)),
            clock);

    @Test
    void sessionsAreCountedSeparately() {
        assertThat(calls.count(session("a")).remaining()).isEqualTo(1);
        assertThat(calls.count(session("a")).remaining()).isZero();
        assertThat(calls.count(session("b")).remaining()).isEqualTo(1);
    }

    @Test
    void callBeyondTheLimitHasNothingRemaining() {
        calls.count(session("a"));
        calls.count(session("a"));
        RateLimit third = calls.count(session("a"));
        assertThat(third.used()).isGreaterThan(third.limit());
        assertThat(third.remaining()).isZero();
        assertThat(third.reset()).isEqualTo(17);
    }

    @Test
    void countRestartsEachMinute() {
        calls.count(session("a"));
        calls.count(session("a"));
        now.set(Instant.parse("2026-01-31T09:01:00Z"));
        assertThat(calls.count(session("a")).remaining()).isEqualTo(1);
    }

    private static PortalSession session(String hash) {
        return new PortalSession(hash, "ada", null, "acme", false, Instant.MAX);
    }
}
