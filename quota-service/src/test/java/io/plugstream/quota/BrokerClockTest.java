package io.plugstream.quota;

import static io.plugstream.quota.TopologyBench.FIRST_OF_MARCH;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.model.quota.Tier;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of a broker whose clock is days wrong. */
class BrokerClockTest {

    @AutoClose
    private final TopologyBench bench;

    BrokerClockTest(@TempDir Path state) {
        bench = new TopologyBench(state);
        bench.fixClock(Calls.NOON);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-P20000D", "-P50D", "-PT25H", "PT13H", "P50D", "P20000D"})
    void aCallOfABrokerWhoseClockIsDaysWrongCountsToday(String off) {
        bench.use("acme", 50);

        QuotaDecision decision = decideAppended(off);

        assertThat(decision.admitted()).isFalse();
        assertThat(decision.day()).isEqualTo(FIRST_OF_MARCH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-P20000D", "-P50D", "-PT25H", "PT13H", "P50D", "P20000D"})
    void laterCallsOfTheDayAreCountedOnAfterOneRecordWithAWrongTime(String off) {
        bench.use("acme", 50);

        decideAppended(off);

        assertThat(bench.decide(Calls.of("acme", Tier.FREE)).admitted()).isFalse();
    }

    @Test
    void aRefusedCallIsRememberedBesideARecordDaysAhead() {
        bench.use("acme", 50);
        ApiCall call = Calls.of("acme", Tier.FREE);
        bench.decide(call);
        bench.decide(Calls.of("acme", Tier.FREE, 0), Calls.NOON.plus(Duration.ofDays(5)));

        assertThat(bench.decide(Calls.afterAll(call)).used()).isEqualTo(51);
    }

    @Test
    void evenTheFirstRecordMayBeDaysAhead() {
        decideAppended("P50D");

        assertThat(bench.decide(Calls.of("acme", Tier.FREE)).used()).isEqualTo(2);
    }

    /** Other brokers reject records that are more than an hour ahead, and no thread would get past this one. */
    @Test
    void whatFollowsFromARecordAheadHasThePresentTime() {
        bench.send(Calls.of("acme", Tier.FREE), Calls.NOON.plus(Duration.ofHours(1)));

        assertThat(bench.decisions.readRecord().getRecordTime()).isEqualTo(Calls.NOON);
        assertThat(bench.usage.readRecord().getRecordTime()).isEqualTo(Calls.NOON);
    }

    @Test
    void aWrongTimeIsCounted() {
        decideAppended("P2D");
        decideAppended("PT1S");

        assertThat(bench.meters.counter("plugstream.quota.wrong.times").count()).isEqualTo(1);
    }

    @Test
    void aTimeLessThanHalfAnHourAheadDecidesTheDay() {
        bench.fixClock(TopologyBench.MIDNIGHT.minusSeconds(1_000));

        assertThat(bench.decide(Calls.of("acme", Tier.FREE), TopologyBench.MIDNIGHT)
                        .day())
                .isEqualTo(FIRST_OF_MARCH.plusDays(1));
    }

    @Test
    void aBacklogOfDaysIsCountedByItsTimes() {
        bench.fixClock(Calls.NOON.plus(Duration.ofDays(2)));

        bench.decide(Calls.of("acme", Tier.FREE));
        bench.decide(Calls.at("acme", Tier.FREE, Calls.NOON.plus(Duration.ofDays(1))));

        assertThat(bench.counted("acme", FIRST_OF_MARCH)).isEqualTo(1);
        assertThat(bench.counted("acme", FIRST_OF_MARCH.plusDays(1))).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-P50D", "-PT13H", "PT13H", "P50D"})
    void theLogDecidesTheDayWhileThisProcessesClockIsWrong(String off) {
        bench.decide(Calls.of("acme", Tier.FREE));
        bench.fixClock(Calls.NOON.plus(Duration.parse(off)));

        for (int minutes = 10; minutes <= 750; minutes += 10) {
            bench.decide(Calls.at("acme", Tier.STARTER, Calls.NOON.plus(Duration.ofMinutes(minutes))));
        }

        assertThat(bench.counted("acme", FIRST_OF_MARCH)).isEqualTo(72);
        assertThat(bench.counted("acme", FIRST_OF_MARCH.plusDays(1))).isEqualTo(4);
        assertThat(bench.meters.counter("plugstream.quota.wrong.times").count()).isZero();
    }

    private QuotaDecision decideAppended(String off) {
        return bench.decide(Calls.of("acme", Tier.FREE), Calls.NOON.plus(Duration.parse(off)));
    }
}
