package io.plugstream.gateway.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.ocpp16.StartTransaction;
import io.plugstream.model.charger.ChargerTransactions.Entry;
import io.plugstream.model.charger.ChargerTransactions.Stop;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KnownTransactionsTest {

    private static final Instant NOW = Instant.parse("2026-01-31T09:00:00Z");
    private static final StartTransaction START = new StartTransaction(1, "TAG", 1500, NOW);

    @Test
    void recognisesARepeatedStart() {
        KnownTransactions known = KnownTransactions.NONE.with(entry(7, null), NOW);

        assertThat(known.begunBy(START, NOW)).contains(entry(7, null));
    }

    @Test
    void anyDifferenceMakesAnotherTransaction() {
        KnownTransactions known = KnownTransactions.NONE.with(entry(7, null), NOW);

        assertThat(known.begunBy(new StartTransaction(2, "TAG", 1500, NOW), NOW))
                .isEmpty();
        assertThat(known.begunBy(new StartTransaction(1, "tag", 1500, NOW), NOW))
                .isEmpty();
        assertThat(known.begunBy(new StartTransaction(1, "TAG", 1501, NOW), NOW))
                .isEmpty();
        assertThat(known.begunBy(new StartTransaction(1, "TAG", 1500, NOW.plusMillis(1)), NOW))
                .isEmpty();
    }

    @Test
    void stoppedTransactionsAreRememberedForADay() {
        KnownTransactions known = KnownTransactions.NONE.with(entry(7, stopAt(NOW)), NOW);

        assertThat(known.begunBy(START, NOW.plus(Duration.ofHours(24)).minusMillis(1)))
                .isPresent();
        assertThat(known.begunBy(START, NOW.plus(Duration.ofHours(24)))).isEmpty();
        assertThat(known.with(entry(8, null), NOW.plus(Duration.ofHours(24))).entries())
                .containsExactly(entry(8, null));
    }

    @Test
    void anEntryReplacesItsFormerSelf() {
        KnownTransactions known =
                KnownTransactions.NONE.with(entry(7, null), NOW).with(entry(7, stopAt(NOW)), NOW);

        assertThat(known.entries()).containsExactly(entry(7, stopAt(NOW)));
    }

    @Test
    void neverGrowsBeyondItsBoundAndForgetsStoppedOnesFirst() {
        KnownTransactions known = KnownTransactions.NONE.with(entry(1, null), NOW);
        known = known.with(entry(2, stopAt(NOW)), NOW);
        for (int id = 3; id <= KnownTransactions.MOST + 1; id++) {
            known = known.with(entry(id, null), NOW);
        }

        assertThat(known.entries()).hasSize(KnownTransactions.MOST);
        assertThat(known.withId(1)).isPresent();
        assertThat(known.withId(2)).isEmpty();
    }

    private static Stop stopAt(Instant time) {
        return new Stop(time, new UUID(0, 1));
    }

    private static Entry entry(int id, @Nullable Stop stop) {
        return new Entry(id, 1, "TAG", 1500, NOW, new UUID(0, id), NOW.plusMillis(id), stop);
    }
}
