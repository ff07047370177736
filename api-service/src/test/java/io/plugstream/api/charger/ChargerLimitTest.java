package io.plugstream.api.charger;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.http.ProblemType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ChargerLimitTest {

    @ParameterizedTest
    @CsvSource({"FREE, 1", "STARTER, 5", "GROWTH, 100"})
    void aTierLimitsItsLiveChargers(Tier tier, long limit) {
        assertThat(ChargerLimit.free(Mode.LIVE, tier, 0)).isEqualTo(limit);
        assertThat(ChargerLimit.free(Mode.LIVE, tier, limit - 1)).isOne();
        assertThat(ChargerLimit.free(Mode.LIVE, tier, limit)).isZero();
        assertThat(ChargerLimit.reached(Mode.LIVE, tier).kind()).isEqualTo(ProblemType.CHARGER_LIMIT_REACHED);
    }

    @Test
    void theLimitIsSaidInPlainWords() {
        assertThat(ChargerLimit.reached(Mode.LIVE, Tier.FREE).detail()).isEqualTo("The tier Free allows 1 charger.");
        assertThat(ChargerLimit.reached(Mode.LIVE, Tier.STARTER).detail())
                .isEqualTo("The tier Starter allows 5 chargers.");
    }

    @Test
    void scaleHasNoLimit() {
        assertThat(ChargerLimit.free(Mode.LIVE, Tier.SCALE, 1_000_000)).isGreaterThan(1_000_000_000);
    }

    @Test
    void aLoweredTierLeavesNoRoomForMoreChargers() {
        assertThat(ChargerLimit.free(Mode.LIVE, Tier.FREE, 100)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void theSandboxAllowsTwoChargersInEveryTier(Tier tier) {
        assertThat(ChargerLimit.free(Mode.TEST, tier, 1)).isOne();
        assertThat(ChargerLimit.free(Mode.TEST, tier, 2)).isZero();
        assertThat(ChargerLimit.reached(Mode.TEST, tier).kind()).isEqualTo(ProblemType.LIMIT_REACHED);
    }
}
