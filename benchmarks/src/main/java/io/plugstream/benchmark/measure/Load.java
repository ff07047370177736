package io.plugstream.benchmark.measure;

import java.time.Duration;

/**
 * An open load: messages are sent at an even rate, whether or not answers arrive, like those of independent callers.
 *
 * @param rate messages per second, 1 to 20,000
 * @param seconds duration, 1 to 120
 */
public record Load(int rate, int seconds) {

    private static final int LARGEST_RATE = 20_000;
    private static final int LONGEST = 120;

    public Load {
        if (rate < 1 || rate > LARGEST_RATE || seconds < 1 || seconds > LONGEST) {
            throw new IllegalArgumentException(
                    "a rate must be 1 to %,d a second, for 1 to %d seconds".formatted(LARGEST_RATE, LONGEST));
        }
    }

    /** The total number of messages. */
    public int count() {
        return rate * seconds;
    }

    /** When message {@code index}, from 0, is due after the start. */
    public Duration due(int index) {
        return Duration.ofNanos(index * 1_000_000_000L / rate);
    }
}
