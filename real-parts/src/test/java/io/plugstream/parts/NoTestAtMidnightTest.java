package io.plugstream.parts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.launcher.TestIdentifier;

class NoTestAtMidnightTest {

    @Test
    void aTestWaitsForTheNewDay() {
        assertThat(looks(
                        "2026-01-31T23:59:20Z",
                        "2026-01-31T23:59:20Z",
                        "2026-01-31T23:59:59.900Z",
                        "2026-02-01T00:00:00Z"))
                .isEmpty();
    }

    @Test
    void aTestBeginsAtOnceAtOtherTimes() {
        assertThat(looks("2026-01-31T23:59:10Z", "2026-01-31T23:59:10Z", "2026-02-01T00:00:00Z"))
                .hasSize(1);
        assertThat(looks("2026-02-01T00:00:00Z", "2026-02-01T00:00:00Z", "2026-02-01T00:00:01Z"))
                .hasSize(1);
    }

    /** The times that the clock has not shown when the test begins. */
    private static Deque<Instant> looks(String... times) {
        Deque<Instant> left =
                new ArrayDeque<>(List.of(times).stream().map(Instant::parse).toList());
        InstantSource clock = left::removeFirst;
        new NoTestAtMidnight(clock.withZone(ZoneOffset.UTC)).executionStarted(TestIdentifier.from(new ATest()));
        return left;
    }

    private static final class ATest extends AbstractTestDescriptor {
        ATest() {
            super(UniqueId.root("test", "a"), "a test");
        }

        @Override
        public Type getType() {
            return TestDescriptor.Type.TEST;
        }
    }
}
