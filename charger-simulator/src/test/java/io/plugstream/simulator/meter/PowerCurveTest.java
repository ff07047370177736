package io.plugstream.simulator.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PowerCurveTest {

    private static final PowerCurve CAR = PowerCurve.of(11_000, 60_000);

    @Test
    void powerRisesStaysAndFalls() {
        assertThat(CAR.powerAfter(12_000, 11_000, 5)).isEqualTo(5_500);
        assertThat(CAR.powerAfter(12_000, 11_000, 600)).isEqualTo(11_000);
        assertThat(CAR.chargeAfter(12_000, 11_000, 3_605)).isCloseTo(23_000, within(1e-6));
        var late = CAR.powerAfter(54_000, 11_000, 60);
        assertThat(late).isBetween(4_000.0, 5_500.0);
        assertThat(CAR.powerAfter(54_000, 11_000, 24 * 3_600)).isZero();
        assertThat(CAR.chargeAfter(54_000, 11_000, 24 * 3_600)).isCloseTo(60_000, within(1.0));
    }

    @ParameterizedTest
    @CsvSource({"12000,11000", "12000,3700", "47900,11000", "47999,11000", "55000,1380", "59000,11000", "12000,50000"})
    void energyIsTheSumOfThePower(double charge, double limit) {
        double sum = charge;
        for (int step = 0; step < 40_000; step++) {
            var middle = CAR.powerAfter(charge, limit, (step + 0.5) / 2);
            sum += middle / 3_600 / 2;
            assertThat(middle).isBetween(0.0, Math.min(limit, 11_000));
            if (step % 500 == 0) {
                assertThat(CAR.chargeAfter(charge, limit, (step + 1) / 2.0))
                        .as("after %d steps", step)
                        .isCloseTo(sum, within(2.0 + (middle == 0 ? 120 : 0)));
            }
        }
    }

    @Test
    void nothingIsChargedWithoutPower() {
        assertThat(CAR.chargeAfter(12_000, 0, 3_600)).isEqualTo(12_000);
        assertThat(CAR.powerAfter(12_000, 0, 3_600)).isZero();
        assertThat(CAR.chargeAfter(12_000, 11_000, 0)).isEqualTo(12_000);
    }

    @Test
    void aCarNeedsABattery() {
        assertThatIllegalArgumentException().isThrownBy(() -> PowerCurve.of(0, 60_000));
        assertThatIllegalArgumentException().isThrownBy(() -> new PowerCurve(1, 10, 10, 0));
    }
}
