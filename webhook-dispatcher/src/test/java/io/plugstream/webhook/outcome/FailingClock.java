package io.plugstream.webhook.outcome;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicInteger;

/** Fails once, like a class that cannot be loaded. */
final class FailingClock extends Clock {

    static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

    final AtomicInteger asked = new AtomicInteger();

    @Override
    public Instant instant() {
        if (asked.incrementAndGet() == 1) {
            throw new NoClassDefFoundError("for a test");
        }
        return NOON;
    }

    @Override
    public ZoneOffset getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
