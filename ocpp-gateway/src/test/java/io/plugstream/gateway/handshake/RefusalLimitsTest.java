package io.plugstream.gateway.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.bucket4j.TimeMeter;
import io.plugstream.model.charger.ChargerId;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RefusalLimitsTest {

    private final StoppedTime time = new StoppedTime();
    private final RefusalLimits limits = new RefusalLimits(time);

    @Test
    void reportsOfARegisteredChargerAreLimitedPerMinuteWhateverItsAddress() {
        assertThat(allowed(100, i -> limits.allow(charger(1), "192.0.2." + i))).isEqualTo(RefusalLimits.A_MINUTE);
        assertThat(limits.allow(charger(2), "192.0.2.1")).isTrue();

        time.pass(TimeUnit.MINUTES.toNanos(1));
        assertThat(allowed(100, i -> limits.allow(charger(1), "192.0.2." + i))).isEqualTo(RefusalLimits.A_MINUTE);
    }

    @Test
    void oneAddressLeavesAPartOfAChargersReportsToOthers() {
        assertThat(allowed(100, _ -> limits.allow(charger(1), "198.51.100.1")))
                .isEqualTo(RefusalLimits.A_MINUTE_OF_ADDRESS);
        assertThat(allowed(100, _ -> limits.allow(charger(1), "192.0.2.1")))
                .isPositive()
                .isEqualTo(RefusalLimits.A_MINUTE - RefusalLimits.A_MINUTE_OF_ADDRESS);
    }

    @Test
    void reportsOfUnknownChargersAreLimitedPerMinuteAndAddress() {
        assertThat(allowed(100, _ -> limits.allow(null, "192.0.2.1"))).isEqualTo(RefusalLimits.A_MINUTE);
        assertThat(limits.allow(null, "192.0.2.2")).isTrue();
    }

    @Test
    void reportsOfUnknownAndRegisteredChargersHaveSeparateLimitsPerSecond() {
        assertThat(allowed(10_000, i -> limits.allow(null, "192.0.2." + i)))
                .isEqualTo(RefusalLimits.A_SECOND_OF_OTHERS);
        assertThat(allowed(10_000, i -> limits.allow(charger("org-" + i, 1), "192.0.2.1")))
                .isEqualTo(RefusalLimits.A_SECOND_OF_REGISTERED);

        time.pass(TimeUnit.SECONDS.toNanos(1));
        assertThat(allowed(10_000, i -> limits.allow(null, "198.51.100." + i)))
                .isEqualTo(RefusalLimits.A_SECOND_OF_OTHERS);
    }

    @Test
    void aFleetWithAWrongPasswordLeavesTheReportsOfOthers() {
        assertThat(allowed(500, i -> limits.allow(charger("acme", i), "192.0.2.1")))
                .isEqualTo(RefusalLimits.A_SECOND_OF_ORGANISATION);
        assertThat(allowed(10, i -> limits.allow(charger("other", i), "192.0.2.2")))
                .isEqualTo(10);

        time.pass(TimeUnit.SECONDS.toNanos(1));
        assertThat(allowed(500, i -> limits.allow(charger("acme", 1_000 + i), "192.0.2.1")))
                .isEqualTo(RefusalLimits.A_SECOND_OF_ORGANISATION);
    }

    private static ChargerId charger(int number) {
        return charger("acme", number);
    }

    private static ChargerId charger(String organisation, int number) {
        return new ChargerId(organisation, "CP-" + number);
    }

    private static long allowed(int attempts, IntPredicate attempt) {
        return IntStream.range(0, attempts).filter(attempt).count();
    }

    private static final class StoppedTime implements TimeMeter {

        private long now;

        void pass(long nanos) {
            now += nanos;
        }

        @Override
        public long currentTimeNanos() {
            return now;
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    }
}
