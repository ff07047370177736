package io.plugstream.simulator.charger;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that a test moves. */
public final class FakeClock extends Clock {

    private Instant now = Instant.parse("2026-01-31T09:00:00Z");

    public void pass(Duration time) {
        now = now.plus(time);
    }

    public void reach(Instant moment) {
        now = moment;
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException();
    }
}
