package io.plugstream.api.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QuotaAvailabilityTest {

    private final QuotaAvailability availability = new QuotaAvailability(Duration.ofMillis(250));

    @Test
    void isUnavailableAfterALongSilenceWhileCallsWait() {
        assertThat(ticks(9)).isFalse();
        assertThat(availability.tick(true)).isTrue();
        assertThat(availability.isUnavailable()).isTrue();
        assertThat(availability.tick(true)).as("an outage begins only once").isFalse();
    }

    @Test
    void isAvailableWhileDecisionsFlowHoweverSlowly() {
        for (int i = 0; i < 5; i++) {
            assertThat(ticks(9)).isFalse();
            assertThat(availability.decisionReceived(false)).isFalse();
        }
        assertThat(availability.isUnavailable()).isFalse();
    }

    @Test
    void isAvailableWhenNobodyWaits() {
        ticks(9);
        availability.tick(false);
        assertThat(ticks(9)).isFalse();
    }

    @Test
    void aDecisionOnARecentCallBringsItBack() {
        ticks(10);
        assertThat(availability.decisionReceived(true)).isTrue();
        assertThat(availability.isUnavailable()).isFalse();
    }

    /** After a long outage, a call would wait behind all those that came meanwhile, and get 503. */
    @Test
    void decisionsOnOldCallsDoNotBringItBack() {
        ticks(10);
        assertThat(availability.decisionReceived(false)).isFalse();
        assertThat(availability.isUnavailable()).isTrue();
    }

    private boolean ticks(int count) {
        return IntStream.range(0, count).filter(_ -> availability.tick(true)).count() > 0;
    }
}
