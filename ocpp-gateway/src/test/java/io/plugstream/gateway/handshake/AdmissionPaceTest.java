package io.plugstream.gateway.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AdmissionPaceTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final AdmissionPace pace = new AdmissionPace(100);
    private long now = System.nanoTime();

    @Test
    void thePaceIsThatOfThoseWhoAreLetInWhileOthersWait() {
        letIn(3_000, Duration.ofMillis(20), true);

        assertThat(pace.within(SECOND)).isCloseTo(50, within(5.0));
    }

    @Test
    void thoseWhoComeOneByOneSayNothingAboutThePace() {
        letIn(600, SECOND, false);

        assertThat(pace.within(SECOND)).isEqualTo(100);
    }

    @Test
    void whoAreToldToComeLaterComeOneAfterTheOtherAtThePaceOfTheAdmission() {
        Duration first = pace.nextPlace(now, SECOND);
        Duration last = first;
        for (int told = 1; told < 1_000; told++) {
            last = pace.nextPlace(now, SECOND);
        }

        assertThat(first).isBetween(SECOND, SECOND.plusMillis(10));
        assertThat(last).isBetween(Duration.ofMillis(10_990), Duration.ofMillis(11_010));
    }

    @Test
    void placesThatArePastAreNotGivenAgain() {
        pace.nextPlace(now, SECOND);
        now += Duration.ofMinutes(1).toNanos();

        assertThat(pace.nextPlace(now, SECOND)).isGreaterThan(SECOND);
    }

    @Test
    void nobodyIsToldToComeAfterMoreThanAMinute() {
        Duration last = SECOND;
        for (int told = 0; told < 10_000; told++) {
            last = pace.nextPlace(now, SECOND);
        }

        assertThat(last).isEqualTo(Duration.ofMinutes(1));
    }

    private void letIn(int count, Duration each, boolean othersWait) {
        for (int charger = 0; charger < count; charger++) {
            now += each.toNanos();
            pace.letIn(now, othersWait);
        }
    }
}
