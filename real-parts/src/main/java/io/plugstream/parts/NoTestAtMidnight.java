package io.plugstream.parts;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Lets tests that would begin shortly before midnight (UTC) begin after it, because the platform counts calls by day,
 * and many tests compare counts. The JUnit platform finds it in every module that uses real parts.
 */
public final class NoTestAtMidnight implements TestExecutionListener {

    private static final Duration BEFORE = Duration.ofSeconds(45);

    private final Clock clock;

    public NoTestAtMidnight() {
        this(Clock.systemUTC());
    }

    NoTestAtMidnight(Clock clock) {
        this.clock = clock;
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        Instant today = today(clock.instant());
        boolean isLate = !today(clock.instant().plus(BEFORE)).equals(today);
        if (test.isTest() && isLate) {
            Awaitility.await()
                    .atMost(BEFORE.multipliedBy(2))
                    .until(() -> !today(clock.instant()).equals(today));
        }
    }

    private static Instant today(Instant time) {
        return time.truncatedTo(ChronoUnit.DAYS);
    }
}
