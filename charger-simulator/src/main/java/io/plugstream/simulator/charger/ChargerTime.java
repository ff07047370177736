package io.plugstream.simulator.charger;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a charger's clock shows. It may be wrong by an offset, and may run faster until a moment at which it is right again: a
 * faster clock begins in the past and ends now.
 *
 * @param offset by how much it is ahead; negative when it is behind
 * @param speed 1 to 60
 * @param fastUntil null for a clock that runs at its usual speed
 */
public record ChargerTime(
        Duration offset, int speed, @Nullable Instant fastUntil) {

    private static final int MOST = 60;

    /** A clock that is right. */
    public static final ChargerTime RIGHT = new ChargerTime(Duration.ZERO, 1, null);

    public ChargerTime {
        if (speed < 1 || speed > MOST) {
            throw new IllegalArgumentException("A clock's speed is 1 to " + MOST);
        }
    }

    ChargerTime off(Duration ahead) {
        return new ChargerTime(ahead, speed, fastUntil);
    }

    ChargerTime fast(int times, Instant until) {
        return new ChargerTime(offset, times, until);
    }

    /** What it shows at {@code now}, to the millisecond, as it is written: a repetition must not differ. */
    Instant show(Instant now) {
        var shown = now.plus(offset);
        if (fastUntil != null && now.isBefore(fastUntil)) {
            shown = shown.minus(Duration.between(now, fastUntil).multipliedBy(speed - 1L));
        }
        return Instant.ofEpochMilli(shown.toEpochMilli());
    }

    /** How much of its time passes between two moments, in seconds. */
    double seconds(Instant from, Instant to) {
        var passed = seconds(Duration.between(from, to));
        if (fastUntil == null || !from.isBefore(fastUntil)) {
            return passed;
        }
        var fast = seconds(Duration.between(from, to.isBefore(fastUntil) ? to : fastUntil));
        return passed + fast * (speed - 1);
    }

    /** How long so much of its time lasts from {@code now} on. */
    Duration lasting(Duration shown, Instant now) {
        return fastUntil != null && now.isBefore(fastUntil) ? shown.dividedBy(speed) : shown;
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
