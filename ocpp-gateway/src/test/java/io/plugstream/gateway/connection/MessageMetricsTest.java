package io.plugstream.gateway.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class MessageMetricsTest {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    /** The alert ChargersCutOff sees only increases of counters that exist. */
    @Test
    void offencesAreCountedFromZero() {
        MessageMetrics metrics = new MessageMetrics(meters);

        assertThat(meters.find("plugstream.gateway.frames.offences").counters())
                .extracting(counter -> counter.getId().getTag("reason"), Counter::count)
                .containsExactlyInAnyOrder(
                        tuple("binary frame", 0.0),
                        tuple("frame too long", 0.0),
                        tuple("frame too slow", 0.0),
                        tuple("too many frames", 0.0));

        metrics.offence(Ending.TOO_MANY_FRAMES);
        assertThat(meters.get("plugstream.gateway.frames.offences")
                        .tag("reason", "too many frames")
                        .counter()
                        .count())
                .isEqualTo(1);
    }
}
