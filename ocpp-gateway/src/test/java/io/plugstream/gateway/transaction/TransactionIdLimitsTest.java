package io.plugstream.gateway.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.bucket4j.TimeMeter;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerId;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TransactionIdLimitsTest {

    private static final ChargerId CHARGER = new ChargerId("demo", "CP-1");

    private final TestTime time = new TestTime();
    private final TransactionIdLimits limits = limits(Duration.ofSeconds(5));

    private TransactionIdLimits limits(Duration interval) {
        return new TransactionIdLimits(new TransactionProperties(500, interval), time, time::pass);
    }

    /** Like a charger that was offline for long and now sends the transactions that it stored. */
    @Test
    void whatAChargerStoredDoesNotWait() throws Exception {
        take(limits, 500);

        assertThat(time.nanos).isZero();
    }

    @Test
    void furtherIdsCostAnIntervalEach() throws Exception {
        take(limits, 500);
        take(limits, 12);

        assertThat(Duration.ofNanos(time.nanos)).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void othersDoNotWaitForAFastCharger() throws Exception {
        take(limits, 501);
        long before = time.nanos;

        limits.take(new ChargerId("demo", "CP-2"));

        assertThat(time.nanos).isEqualTo(before);
    }

    @Test
    void aPauseAllowsTheBurstAgain() throws Exception {
        take(limits, 500);
        time.pass(Duration.ofSeconds(2500).toNanos());
        long before = time.nanos;
        take(limits, 500);

        assertThat(time.nanos).isEqualTo(before);
    }

    /** The charger keeps the message and sends it again over its next connection. */
    @Test
    void aTurnThatIsTooFarAwayIsNotAwaited() throws Exception {
        TransactionIdLimits strict = limits(Duration.ofSeconds(11));
        take(strict, 500);

        assertThatThrownBy(() -> strict.take(CHARGER)).isInstanceOf(NotAcknowledgedException.class);
        assertThat(time.nanos).isZero();

        time.pass(Duration.ofSeconds(11).toNanos());
        strict.take(CHARGER);
    }

    private static void take(TransactionIdLimits from, int ids) throws NotAcknowledgedException {
        for (int id = 0; id < ids; id++) {
            from.take(CHARGER);
        }
    }

    private static final class TestTime implements TimeMeter {

        private long nanos;

        void pass(long more) {
            nanos += more;
        }

        @Override
        public long currentTimeNanos() {
            return nanos;
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    }
}
