package io.plugstream.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.local.process.StartException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BrokerWatchTest {
    private final List<String> said = new ArrayList<>();
    private int attempts;
    private boolean stopping;

    @Test
    void aBrokerThatDoesNotStartIsTriedAgainUntilItDoes() throws IOException {
        var ended = new ProcessBuilder("true").start();
        var broker = new BrokerWatch.Broker() {
            @Override
            public Process process() {
                stopping = attempts > 0;
                return ended;
            }

            @Override
            public long startAgain() {
                if (++attempts < 4) {
                    throw new StartException("Kafka ended: no space");
                }
                return 4711;
            }
        };

        new BrokerWatch(2, broker, Duration.ZERO, said::add, () -> stopping).run();

        assertThat(attempts).isEqualTo(4);
        assertThat(said)
                .containsExactly(
                        "Kafka broker 2 ended with exit code 0 and is restarted",
                        "Kafka ended: no space%nKafka broker 2 is tried again every 0 s; the others keep running"
                                .formatted(),
                        "Kafka broker 2 runs again as process 4711");
    }

    @Test
    void aBrokerThatEndsWhileTheRunStopsIsNotRestarted() throws IOException {
        var ended = new ProcessBuilder("true").start();
        var broker = new BrokerWatch.Broker() {
            @Override
            public Process process() {
                return ended;
            }

            @Override
            public long startAgain() {
                throw new AssertionError();
            }
        };

        new BrokerWatch(1, broker, Duration.ZERO, said::add, () -> true).run();

        assertThat(said).isEmpty();
    }
}
