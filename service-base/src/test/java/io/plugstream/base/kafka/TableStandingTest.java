package io.plugstream.base.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TableStandingTest {

    private final AtomicLong nanos = new AtomicLong();
    private final TableStanding standing = new TableStanding(nanos::get);

    @Test
    void aLongTableMayTakeLongAsLongAsItIsRead() {
        for (int read = 1; read <= 10; read++) {
            pass(20);
            standing.at(read * 1_000L, 10_000L - read * 999L);
            assertThat(standing.standstill()).isZero();
        }
    }

    @Test
    void oneThatIsNotReadStandsStill() {
        standing.at(5, 10);
        pass(40);
        standing.at(5, 10);

        assertThat(standing.standstill()).isEqualTo(Duration.ofSeconds(40));
        assertThat(standing.describe()).isEqualTo("10 records to read");

        standing.at(6, 9);
        assertThat(standing.standstill()).isZero();
    }

    @Test
    void oneThatWasNeverBegunStandsStill() {
        pass(31);

        assertThat(standing.standstill()).isEqualTo(Duration.ofSeconds(31));
    }

    @Test
    void oneThatIsReadMayRest() {
        standing.at(5, 0);
        pass(3_600);
        standing.at(5, 0);

        assertThat(standing.standstill()).isZero();
    }

    @Test
    void oneWithoutItsTopicStandsStillUntilItIsBack() {
        standing.at(5, 0);
        pass(3_600);
        standing.at(5, 0);
        standing.troubled("the topic is not there");
        pass(7);
        standing.at(5, 0);

        assertThat(standing.standstill()).isEqualTo(Duration.ofSeconds(7));
        assertThat(standing.describe()).isEqualTo("the topic is not there");

        standing.well();
        assertThat(standing.standstill()).isZero();
    }

    private void pass(int seconds) {
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }
}
