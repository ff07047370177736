package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.api.problem.ProblemException;
import io.plugstream.api.problem.ProblemType;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StreamLimitsTest {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final StreamLimits limits = new StreamLimits(
            new LiveProperties(Duration.ofSeconds(15), 256, Duration.ofSeconds(30), 8, 200, 3, 1), meters);

    @Test
    void anOrganisationHasItsPlacesAndNoMore() {
        limits.open("org");
        limits.open("org");
        StreamLimits.Place third = limits.open("org");
        refuses(() -> limits.open("org"));
        limits.open("other");

        third.leave();
        third.leave();
        limits.open("org");
        refuses(() -> limits.open("org"));
        assertThat(meters.counter("plugstream.api.live.refused").count()).isEqualTo(2);
    }

    @Test
    void catchingUpHasPlacesOfItsOwn() {
        StreamLimits.Place first = limits.catchUp("org");
        refuses(() -> limits.catchUp("org"));
        limits.open("org");

        first.leave();
        limits.catchUp("org");
    }

    private static void refuses(org.assertj.core.api.ThrowableAssert.ThrowingCallable opening) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(opening)
                .satisfies(refusal -> assertThat(refusal.problem().kind()).isEqualTo(ProblemType.TOO_MANY_STREAMS));
    }
}
