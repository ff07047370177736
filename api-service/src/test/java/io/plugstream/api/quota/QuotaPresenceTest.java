package io.plugstream.api.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QuotaPresenceTest {

    private final QuotaPresence presence = new QuotaPresence(Duration.ofMillis(250));

    @Test
    void isAwayAfterTheSilenceWhileCallsWait() {
        assertThat(ticks(9)).isFalse();
        assertThat(presence.tick(true)).isTrue();
        assertThat(presence.isAway()).isTrue();
        assertThat(presence.tick(true)).as("an absence begins only once").isFalse();
    }

    @Test
    void isNotAwayWhileDecisionsFlowHoweverSlowly() {
        for (int i = 0; i < 5; i++) {
            assertThat(ticks(9)).isFalse();
            assertThat(presence.heard()).isFalse();
        }
        assertThat(presence.isAway()).isFalse();
    }

    @Test
    void isNotAwayWhenNobodyWaits() {
        ticks(9);
        presence.tick(false);
        assertThat(ticks(9)).isFalse();
    }

    @Test
    void anyDecisionBringsItBack() {
        ticks(10);
        assertThat(presence.heard()).isTrue();
        assertThat(presence.isAway()).isFalse();
    }

    private boolean ticks(int count) {
        return IntStream.range(0, count).filter(_ -> presence.tick(true)).count() > 0;
    }
}
