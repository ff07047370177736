package io.plugstream.api.charger;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.problem.ProblemType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ChargerLimitTest {

    @ParameterizedTest
    @CsvSource({"FREE, 1", "STARTER, 5", "GROWTH, 100"})
    void aTierAllowsItsLiveChargersAndNoMore(Tier tier, long limit) {
        assertThat(ChargerLimit.refusal(Mode.LIVE, tier, limit - 1, false)).isEmpty();
        assertThat(ChargerLimit.refusal(Mode.LIVE, tier, limit, false))
                .hasValueSatisfying(
                        refusal -> assertThat(refusal.problem().kind()).isEqualTo(ProblemType.CHARGER_LIMIT_REACHED));
    }

    @Test
    void scaleHasNoLimit() {
        assertThat(ChargerLimit.refusal(Mode.LIVE, Tier.SCALE, 1_000_000, false))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void theSandboxHasTwoWhateverTheTier(Tier tier) {
        assertThat(ChargerLimit.refusal(Mode.TEST, tier, 1, false)).isEmpty();
        assertThat(ChargerLimit.refusal(Mode.TEST, tier, 2, false))
                .hasValueSatisfying(
                        refusal -> assertThat(refusal.problem().kind()).isEqualTo(ProblemType.LIMIT_REACHED));
    }

    @Test
    void aTakenIdIsAConflictEvenAtTheLimit() {
        assertThat(ChargerLimit.refusal(Mode.LIVE, Tier.FREE, 1, true))
                .hasValueSatisfying(
                        refusal -> assertThat(refusal.problem().kind()).isEqualTo(ProblemType.CONFLICT));
    }
}
