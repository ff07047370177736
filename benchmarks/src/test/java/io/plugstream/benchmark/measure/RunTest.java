package io.plugstream.benchmark.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class RunTest {

    @Test
    void sendsAllMessagesAtTheirRate() throws InterruptedException {
        Run run = new Run(new Load(100, 1));
        List<Integer> sent = new ArrayList<>();
        long start = System.nanoTime();

        run.drive(
                index -> {
                    sent.add(index);
                    run.arrived(index);
                },
                Duration.ZERO);

        assertThat(sent).hasSize(100).isSorted();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(990));
        assertThat(run.missing()).isZero();
        assertThat(run.latencies().count()).isEqualTo(100);
    }

    @Test
    void delayOfTheSenderCountsForAllDueMessages() throws InterruptedException {
        Run run = new Run(new Load(10, 1));

        run.drive(
                index -> {
                    if (index == 0) {
                        LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
                    }
                    run.arrived(index);
                },
                Duration.ZERO);

        assertThat(run.latencies().percentile(0.6)).isGreaterThan(Duration.ofMillis(90));
    }

    @Test
    void countsMissingAndRepeatedMessages() throws InterruptedException {
        Run run = new Run(new Load(10, 1));

        run.drive(
                index -> {
                    if (index > 0) {
                        run.arrived(index);
                    }
                    if (index == 5) {
                        run.arrived(index);
                    }
                },
                Duration.ofMillis(1));

        assertThat(run.missing()).isEqualTo(1);
        assertThat(run.repeated()).isEqualTo(1);
        assertThat(run.latencies().count()).isEqualTo(9);
    }

    @Test
    void loadIsLimited() {
        assertThatThrownBy(() -> new Load(20_001, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Load(1, 121)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Load(0, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
