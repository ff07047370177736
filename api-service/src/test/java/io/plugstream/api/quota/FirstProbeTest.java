package io.plugstream.api.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FirstProbeTest {

    private long now = 1;
    private final FirstProbe probe = new FirstProbe(2, () -> now);

    @Test
    void theFirstAnswersOfAllPartsEndTheWait() {
        probe.sent();
        assertThat(probe.isOver()).isFalse();
        probe.answered(1);
        assertThat(probe.isAnswered(1)).isTrue();
        assertThat(probe.isAnswered(0)).isFalse();
        assertThat(probe.isOver()).isFalse();
        probe.answered(0);
        assertThat(probe.isOver()).isTrue();
    }

    @Test
    void withoutAnAnswerTheWaitEndsByItself() {
        probe.sent();
        pass(FirstProbe.PATIENCE.minusMillis(1));
        // A later probe does not begin the wait again.
        probe.sent();
        assertThat(probe.isOver()).isFalse();
        pass(Duration.ofMillis(1));
        assertThat(probe.isOver()).isTrue();
        assertThat(probe.isAnswered()).isFalse();
    }

    @Test
    void theWaitForAnAnswerBeginsWhenKafkaHasTheProbe() {
        pass(Duration.ofMinutes(10));
        assertThat(probe.isOver()).isFalse();
        probe.sent();
        assertThat(probe.isOver()).isFalse();
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
