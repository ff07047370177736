package io.plugstream.api.quota;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.quota.QuotaDecision;
import java.time.LocalDate;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class KnownCountsTest {

    private static final LocalDate DAY = LocalDate.of(2026, 1, 31);

    private final KnownCounts counts = new KnownCounts();

    @Test
    void aUsedUpDayIsRememberedUntilMidnightOrANewLimit() {
        counts.learn(decision(DAY, 50, 50));
        assertThat(counts.isUsedUp("acme", DAY, 50)).isTrue();
        assertThat(counts.isUsedUp("acme", DAY, 1_000)).isFalse();
        assertThat(counts.isUsedUp("acme", DAY.plusDays(1), 50)).isFalse();
        assertThat(counts.isUsedUp("other", DAY, 50)).isFalse();
    }

    @Test
    void aLowerLimitIsUsedUpOnceADecisionUsedIt() {
        counts.learn(decision(DAY, 1_000, 200));
        assertThat(counts.isUsedUp("acme", DAY, 50)).isFalse();
        counts.learn(decision(DAY, 50, 200));
        assertThat(counts.isUsedUp("acme", DAY, 50)).isTrue();
    }

    @Test
    void countsAndDaysNeverGoBack() {
        counts.learn(decision(DAY, 50, 7));
        counts.learn(decision(DAY, 50, 5));
        counts.learn(decision(DAY.minusDays(1), 50, 50));
        assertThat(counts.used("acme", DAY)).isEqualTo(7);
    }

    @Test
    void callsAdmittedWithoutADecisionAddToTheKnownCount() {
        counts.learn(decision(DAY, 50, 48));
        assertThat(counts.add("acme", DAY, 50, 48)).isEqualTo(49);
        assertThat(counts.add("acme", DAY, 50, 48)).isEqualTo(50);
        assertThat(counts.isUsedUp("acme", DAY, 50)).isTrue();
        assertThat(counts.add("acme", DAY.plusDays(1), 50, 0)).isEqualTo(1);
    }

    /** Otherwise the last call of the allowance would be refused from memory for the rest of the day. */
    @Test
    void aCallThatADecisionMayIncludeAlreadyIsNotAdded() {
        counts.learn(decision(DAY, 50, 48));
        long before = counts.decided("acme", DAY);
        counts.learn(decision(DAY, 50, 49));

        assertThat(counts.add("acme", DAY, 50, before)).isEqualTo(49);
        assertThat(counts.isUsedUp("acme", DAY, 50)).isFalse();
    }

    @Test
    void decisionsOnEarlierCallsOfAnOutageAreNoticedToo() {
        counts.learn(decision(DAY, 50, 40));
        counts.add("acme", DAY, 50, 40);
        counts.add("acme", DAY, 50, 40);
        counts.learn(decision(DAY, 50, 41));

        assertThat(counts.add("acme", DAY, 50, 40)).isEqualTo(42);
        assertThat(counts.add("acme", DAY, 50, 41)).isEqualTo(43);
    }

    @Test
    void aLateCallOfTheDayBeforeDoesNotForgetTheNewDay() {
        counts.learn(decision(DAY, 50, 50));
        counts.add("acme", DAY.minusDays(1), 50, 0);
        assertThat(counts.isUsedUp("acme", DAY, 50)).isTrue();
    }

    @Test
    void noPlaceIsReservedBeyondTheLimit() {
        counts.learn(decision(DAY, 50, 48));
        assertThat(counts.reserve("acme", DAY, 50)).isEqualTo(49);
        assertThat(counts.reserve("acme", DAY, 50)).isEqualTo(50);
        assertThat(counts.reserve("acme", DAY, 50)).isEqualTo(51);
        counts.giveBack("acme", DAY);
        assertThat(counts.reserve("acme", DAY, 50)).isEqualTo(50);
        assertThat(counts.reserve("acme", DAY, 1_000)).isEqualTo(51);
        assertThat(counts.reserve("acme", DAY.plusDays(1), 50)).isEqualTo(1);
        assertThat(counts.reserve("acme", DAY, 50))
                .as("a late call of the day before")
                .isEqualTo(1);
        assertThat(counts.used("acme", DAY.plusDays(1))).isEqualTo(1);
    }

    @Test
    void aPlaceThatIsGivenBackNeverLowersADecidedCount() {
        counts.learn(decision(DAY, 50, 48));
        counts.reserve("acme", DAY, 50);
        counts.learn(decision(DAY, 50, 49));
        counts.giveBack("acme", DAY);
        assertThat(counts.used("acme", DAY)).isEqualTo(49);
    }

    private static QuotaDecision decision(LocalDate day, long limit, long used) {
        return new QuotaDecision(new UUID(0, used), "acme", day, true, limit, used);
    }
}
