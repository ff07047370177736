package io.plugstream.base.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TableProgressTest {

    private final AtomicLong nanos = new AtomicLong();
    private final TableProgress progress = new TableProgress(nanos::get);

    @Test
    void aLongTableMayTakeTimeAsLongAsItIsRead() {
        for (int read = 1; read <= 10; read++) {
            pass(20);
            progress.at(read * 1_000L, 10_000L - read * 999L);
            assertThat(progress.standstill()).isZero();
        }
    }

    @Test
    void aTableThatIsNotReadStandsStill() {
        progress.at(5, 10);
        pass(40);
        progress.at(5, 10);

        assertThat(progress.standstill()).isEqualTo(Duration.ofSeconds(40));
        assertThat(progress.describe()).isEqualTo("10 records to read");

        progress.at(6, 9);
        assertThat(progress.standstill()).isZero();
    }

    @Test
    void aTableThatWasNeverStartedStandsStill() {
        pass(31);

        assertThat(progress.standstill()).isEqualTo(Duration.ofSeconds(31));
    }

    @Test
    void aTableThatIsReadToItsEndDoesNotStandStill() {
        progress.at(5, 0);
        pass(3_600);
        progress.at(5, 0);

        assertThat(progress.standstill()).isZero();
    }

    @Test
    void aTableWithoutItsTopicStandsStillUntilItIsBack() {
        progress.at(5, 0);
        pass(3_600);
        progress.at(5, 0);
        progress.failed("the topic is not there");
        pass(7);
        progress.at(5, 0);

        assertThat(progress.standstill()).isEqualTo(Duration.ofSeconds(7));
        assertThat(progress.describe()).isEqualTo("the topic is not there");

        progress.recovered();
        assertThat(progress.standstill()).isZero();
    }

    private void pass(int seconds) {
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }
}
