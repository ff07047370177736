package io.plugstream.gateway.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AdmissionRateTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final AdmissionRate rate = new AdmissionRate(100);
    private long now = System.nanoTime();

    @Test
    void rateIsMeasuredWhileChargersWait() {
        admit(3_000, Duration.ofMillis(20), true);

        assertThat(rate.within(SECOND)).isCloseTo(50, within(5.0));
    }

    @Test
    void chargersThatConnectOneByOneDoNotChangeTheRate() {
        admit(600, SECOND, false);

        assertThat(rate.within(SECOND)).isEqualTo(100);
    }

    @Test
    void retriesAreSpreadAtTheRateOfAdmission() {
        Duration first = rate.nextRetryAfter(now, SECOND);
        Duration last = first;
        for (int charger = 1; charger < 1_000; charger++) {
            last = rate.nextRetryAfter(now, SECOND);
        }

        assertThat(first).isBetween(SECOND, SECOND.plusMillis(10));
        assertThat(last).isBetween(Duration.ofMillis(10_990), Duration.ofMillis(11_010));
    }

    @Test
    void retryTimesAreNeverInThePast() {
        rate.nextRetryAfter(now, SECOND);
        now += Duration.ofMinutes(1).toNanos();

        assertThat(rate.nextRetryAfter(now, SECOND)).isGreaterThan(SECOND);
    }

    @Test
    void noChargerWaitsLongerThanAMinute() {
        Duration last = SECOND;
        for (int charger = 0; charger < 10_000; charger++) {
            last = rate.nextRetryAfter(now, SECOND);
        }

        assertThat(last).isEqualTo(Duration.ofMinutes(1));
    }

    private void admit(int count, Duration each, boolean othersWait) {
        for (int charger = 0; charger < count; charger++) {
            now += each.toNanos();
            rate.countAdmission(now, othersWait);
        }
    }
}
