package io.plugstream.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.model.quota.Tier;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class DayCountTest {

    private static final LocalDate DAY = LocalDate.parse("2026-03-01");

    @Test
    void lastCallOfTheAllowanceIsAdmitted() {
        QuotaDecision decision = new DayCount(DAY, 49).decide(Calls.of("acme", Tier.FREE));

        assertThat(decision.admitted()).isTrue();
        assertThat(decision.used()).isEqualTo(50);
        assertThat(decision.limit()).isEqualTo(50);
    }

    @Test
    void callBeyondTheAllowanceIsRefusedAndDoesNotCount() {
        QuotaDecision decision = new DayCount(DAY, 50).decide(Calls.of("acme", Tier.FREE));

        assertThat(decision.admitted()).isFalse();
        assertThat(decision.used()).isEqualTo(50);
        assertThat(decision.limit()).isEqualTo(50);
    }

    @Test
    void callAdmittedWithoutADecisionCountsWhateverTheLimit() {
        QuotaDecision decision = new DayCount(DAY, 50).decide(Calls.blind(Calls.of("acme", Tier.FREE)));

        assertThat(decision.admitted()).isTrue();
        assertThat(decision.used()).isEqualTo(51);
        assertThat(decision.limit()).isEqualTo(50);
    }

    @Test
    void unlimitedCallsAreCountedAndNeverRefused() {
        QuotaDecision decision = new DayCount(DAY, 5_000_000).decide(Calls.of("acme", Tier.SCALE));

        assertThat(decision.admitted()).isTrue();
        assertThat(decision.used()).isEqualTo(5_000_001);
        assertThat(decision.limit()).isEqualTo(Tier.UNLIMITED);
    }

    @Test
    void limitOfZeroAdmitsNothing() {
        assertThat(new DayCount(DAY, 0).decide(Calls.of("acme", Tier.FREE, 0)).admitted())
                .isFalse();
    }
}
