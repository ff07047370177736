package io.plugstream.api.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.quota.Tier;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class AllowanceTest {

    private static final LocalDate DAY = LocalDate.parse("2026-11-22");

    @Test
    void aHigherKnownCountIsUsed() {
        assertThat(new Allowance(DAY, 100, 1, 99).atLeast(40)).isEqualTo(new Allowance(DAY, 100, 40, 60));
        assertThat(new Allowance(DAY, 100, 1, 99).atLeast(120)).isEqualTo(new Allowance(DAY, 100, 120, 0));
    }

    @Test
    void anOlderCountChangesNothing() {
        Allowance now = new Allowance(DAY, 100, 41, 59);

        assertThat(now.atLeast(40)).isSameAs(now);
    }

    @Test
    void anUnlimitedAllowanceStaysUnlimited() {
        assertThat(new Allowance(DAY, Tier.UNLIMITED, 1, Tier.UNLIMITED).atLeast(513))
                .isEqualTo(new Allowance(DAY, Tier.UNLIMITED, 513, Tier.UNLIMITED));
    }
}
