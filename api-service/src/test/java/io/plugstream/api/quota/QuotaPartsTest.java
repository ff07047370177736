package io.plugstream.api.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class QuotaPartsTest {

    private static final int SILENT = 10;
    private static final int PARTLY_SILENT = 60;

    private final QuotaParts parts = new QuotaParts(Duration.ofMillis(250), Duration.ofMillis(1_500));

    @Test
    void allPartsAreUnavailableWithoutAnyDecision() {
        assertThat(ticks(SILENT - 1, "acme", "nobody")).isFalse();
        assertThat(ticks(1, "acme", "nobody")).isTrue();
        assertThat(parts.isUnavailable()).isTrue();
        assertThat(parts.isUnavailableFor("acme")).isTrue();
        assertThat(parts.isUnavailableFor("whoever")).isTrue();
        assertThat(parts.unavailableParts()).isEqualTo(6);
    }

    @Test
    void aPartIsUnavailableWhenOthersAnswer() {
        assertThat(ticks(PARTLY_SILENT - 1, "acme", "other")).isFalse();
        assertThat(ticks(1, "acme", "other")).isTrue();
        assertThat(parts.isUnavailable()).isFalse();
        assertThat(parts.isUnavailableFor("acme")).isTrue();
        assertThat(parts.isUnavailableFor("other")).isFalse();
        assertThat(parts.unavailableParts()).isEqualTo(1);
    }

    @Test
    void aPartIsAvailableAgainAfterItsOwnDecision() {
        ticks(PARTLY_SILENT, "acme", "other");
        assertThat(parts.decisionReceived("other", true)).isFalse();
        assertThat(parts.isUnavailableFor("acme")).isTrue();
        assertThat(parts.decisionReceived("acme", true)).isTrue();
        assertThat(parts.isUnavailableFor("acme")).isFalse();
    }

    /** Its calls would wait behind those of the outage, and get 503. */
    @Test
    void afterAnOutageOfAllEachPartIsAvailableAfterItsOwnDecision() {
        ticks(SILENT, "acme", "nobody");
        assertThat(parts.decisionReceived("other", true)).isTrue();
        assertThat(parts.decisionReceived("acme", false)).isFalse();
        assertThat(parts.isUnavailable()).isFalse();
        assertThat(parts.isUnavailableFor("other")).isFalse();
        assertThat(parts.isUnavailableFor("acme")).isTrue();
        assertThat(parts.unavailableParts()).isEqualTo(5);

        assertThat(parts.decisionReceived("acme", true)).isTrue();
        assertThat(parts.isUnavailableFor("acme")).isFalse();
    }

    /** Ticks while calls of {@code waiting} wait; a decision for {@code decided} comes after each tick. */
    private boolean ticks(int count, String waiting, String decided) {
        return IntStream.range(0, count)
                        .filter(_ -> {
                            boolean begins = parts.tick(Stream.of(waiting));
                            if (!decided.equals("nobody")) {
                                parts.decisionReceived(decided, true);
                            }
                            return begins;
                        })
                        .count()
                > 0;
    }
}
