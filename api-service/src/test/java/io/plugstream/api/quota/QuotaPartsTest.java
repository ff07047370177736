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
    void allOfItIsAwayWhenNothingComesBack() {
        assertThat(ticks(SILENT - 1, "acme", "nobody")).isFalse();
        assertThat(ticks(1, "acme", "nobody")).isTrue();
        assertThat(parts.isAway()).isTrue();
        assertThat(parts.isAwayFor("acme")).isTrue();
        assertThat(parts.isAwayFor("whoever")).isTrue();
        assertThat(parts.away()).isEqualTo(6);
    }

    @Test
    void aPartIsAwayWhenOthersAnswer() {
        assertThat(ticks(PARTLY_SILENT - 1, "acme", "other")).isFalse();
        assertThat(ticks(1, "acme", "other")).isTrue();
        assertThat(parts.isAway()).isFalse();
        assertThat(parts.isAwayFor("acme")).isTrue();
        assertThat(parts.isAwayFor("other")).isFalse();
        assertThat(parts.away()).isEqualTo(1);
    }

    @Test
    void aPartIsBackWithADecisionOfItsOwn() {
        ticks(PARTLY_SILENT, "acme", "other");
        assertThat(parts.heard("other")).isFalse();
        assertThat(parts.isAwayFor("acme")).isTrue();
        assertThat(parts.heard("acme")).isTrue();
        assertThat(parts.isAwayFor("acme")).isFalse();
    }

    /** Ticks while calls of {@code waiting} wait; a decision for {@code heard} comes after each tick. */
    private boolean ticks(int count, String waiting, String heard) {
        return IntStream.range(0, count)
                        .filter(_ -> {
                            boolean begins = parts.tick(Stream.of(waiting));
                            if (!heard.equals("nobody")) {
                                parts.heard(heard);
                            }
                            return begins;
                        })
                        .count()
                > 0;
    }
}
