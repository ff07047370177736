package io.plugstream.quota;

import static io.plugstream.quota.TopologyBench.FIRST_OF_MARCH;
import static io.plugstream.quota.TopologyBench.MIDNIGHT;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.DailyUsage;
import io.plugstream.model.quota.QuotaDecision;
import io.plugstream.model.quota.Tier;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The day that a call counts in, and the retention of counts. */
class QuotaDaysTest {

    private static final Instant LAST_MOMENT = Instant.parse("2026-03-01T23:59:59.999Z");

    @AutoClose
    private final TopologyBench bench;

    QuotaDaysTest(@TempDir Path state) {
        bench = new TopologyBench(state);
    }

    @Test
    void callsAroundMidnightCountInTheirOwnDayWhateverTheirOrder() {
        bench.decide(Calls.at("acme", Tier.FREE, MIDNIGHT));
        bench.decide(Calls.at("acme", Tier.FREE, LAST_MOMENT));
        bench.decide(Calls.at("acme", Tier.FREE, MIDNIGHT.plusMillis(1)));
        QuotaDecision late = bench.decide(Calls.at("acme", Tier.FREE, LAST_MOMENT.minusSeconds(5)));

        assertThat(late.day()).isEqualTo(FIRST_OF_MARCH);
        assertThat(late.used()).isEqualTo(2);
        assertThat(bench.counted("acme", FIRST_OF_MARCH)).isEqualTo(2);
        assertThat(bench.counted("acme", FIRST_OF_MARCH.plusDays(1))).isEqualTo(2);
    }

    @Test
    void exhaustedOrganisationStartsAfreshAtMidnight() {
        bench.use("acme", 50);
        assertThat(bench.decide(Calls.at("acme", Tier.FREE, LAST_MOMENT)).admitted())
                .isFalse();

        assertThat(bench.decide(Calls.at("acme", Tier.FREE, MIDNIGHT)).used()).isEqualTo(1);
        assertThat(bench.decide(Calls.at("acme", Tier.FREE, LAST_MOMENT)).admitted())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-P100D", "-P1D", "P1D", "P100D"})
    void aCallCountsInTheDayOfTheLogWhateverItsCallersClockSays(String off) {
        bench.use("acme", 50);
        Instant callersTime = Calls.NOON.plus(Period.parse(off));

        QuotaDecision decision = bench.decide(Calls.at("acme", Tier.FREE, callersTime), Calls.NOON);

        assertThat(decision.admitted()).isFalse();
        assertThat(decision.day()).isEqualTo(FIRST_OF_MARCH);
        assertThat(bench.counted("acme", FIRST_OF_MARCH)).isEqualTo(50);
        assertThat(bench.counted("acme", LocalDate.ofInstant(callersTime, ZoneOffset.UTC)))
                .isZero();
    }

    @Test
    void aRefusedCallThatIsAdmittedLaterIsFoundWhateverItsCallersClockSays() {
        bench.use("acme", 50);
        ApiCall call = Calls.at("acme", Tier.FREE, Calls.NOON.minus(Duration.ofDays(100)));
        bench.decide(call, Calls.NOON);

        assertThat(bench.decide(Calls.afterAll(call), Calls.NOON.plusSeconds(2)).used())
                .isEqualTo(51);
    }

    @Test
    void aRefusedCallIsFoundWhenASlowerBrokerTakesOver() {
        bench.use("acme", 50);
        ApiCall call = Calls.of("acme", Tier.FREE);
        bench.decide(call);

        assertThat(bench.decide(Calls.afterAll(call), Calls.NOON.minusSeconds(5))
                        .used())
                .isEqualTo(51);
    }

    @Test
    void countsOfTheLastFortyDaysStay() {
        bench.decide(Calls.of("acme", Tier.FREE));
        for (int day = 1; day <= 39; day++) {
            bench.decide(Calls.at("acme", Tier.FREE, Calls.NOON.plus(Duration.ofDays(day))));
        }

        assertThat(bench.counted("acme", FIRST_OF_MARCH)).isEqualTo(1);
        assertThat(bench.counted("acme", FIRST_OF_MARCH.plusDays(39))).isEqualTo(1);
    }

    @Test
    void usageOfTheDayFollowsEachCountedCall() {
        bench.use("acme", 50);
        bench.decide(Calls.of("acme", Tier.FREE));

        var records = bench.usage.readKeyValuesToList();

        assertThat(records).hasSize(50).allMatch(record -> record.key.equals("acme/2026-03-01"));
        assertThat(records.getLast().value).isEqualTo(new DailyUsage("acme", FIRST_OF_MARCH, 50, 50));
    }
}
