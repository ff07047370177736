package io.plugstream.simulator.charger;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A charger's clock. It may be wrong by an offset, and may run faster until a given moment: a fast clock starts in the
 * past and is right again at that moment.
 *
 * @param offset how far it is ahead; negative if it is behind
 * @param speed 1 to 60
 * @param fastUntil null for a clock that runs at normal speed
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

    /**
     * The time that it shows at {@code now}, in the milliseconds that messages carry, so that a repeated message is
     * equal.
     */
    Instant at(Instant now) {
        var shown = now.plus(offset);
        if (fastUntil != null && now.isBefore(fastUntil)) {
            shown = shown.minus(Duration.between(now, fastUntil).multipliedBy(speed - 1L));
        }
        return Instant.ofEpochMilli(shown.toEpochMilli());
    }

    /** How much of the charger's time passes between two moments, in seconds. */
    double seconds(Instant from, Instant to) {
        var passed = seconds(Duration.between(from, to));
        if (fastUntil == null || !from.isBefore(fastUntil)) {
            return passed;
        }
        var fast = seconds(Duration.between(from, to.isBefore(fastUntil) ? to : fastUntil));
        return passed + fast * (speed - 1);
    }

    /** The real duration of {@code shown}, which is in the charger's time, from {@code now} on. */
    Duration lasting(Duration shown, Instant now) {
        return fastUntil != null && now.isBefore(fastUntil) ? shown.dividedBy(speed) : shown;
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
