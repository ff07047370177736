package io.plugstream.webhook.outcome;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicInteger;

/** Fails once, like a class that cannot be loaded. */
public final class FailingClock extends Clock {

    public static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

    final AtomicInteger asked = new AtomicInteger();
    private final int failing;

    FailingClock() {
        this(1);
    }

    /** @param failing which question fails, from 1 on */
    public FailingClock(int failing) {
        this.failing = failing;
    }

    @Override
    public Instant instant() {
        if (asked.incrementAndGet() == failing) {
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
