package io.plugstream.benchmark.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatenciesTest {

    @Test
    void percentileIsTheSmallestLatencyThatCoversItsShare() {
        Latencies latencies =
                new Latencies(LongStream.rangeClosed(1, 200).map(i -> 201 - i).toArray());

        assertThat(latencies.percentile(0.5)).isEqualTo(Duration.ofNanos(100));
        assertThat(latencies.percentile(0.99)).isEqualTo(Duration.ofNanos(198));
        assertThat(latencies.percentile(1)).isEqualTo(Duration.ofNanos(200));
    }

    @Test
    void aSingleLatencyIsEveryPercentile() {
        Latencies latencies = new Latencies(new long[] {7});

        assertThat(latencies.percentile(0.01)).isEqualTo(Duration.ofNanos(7));
        assertThat(latencies.percentile(0.99)).isEqualTo(Duration.ofNanos(7));
    }

    @Test
    void percentilesWithoutLatenciesAreZero() {
        assertThat(new Latencies(new long[0]).percentile(0.5)).isZero();
    }
}
