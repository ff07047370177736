package io.plugstream.gateway.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.SeenReadings;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class HistoriesTest {

    private static final Instant BEGIN = Instant.parse("2026-11-21T09:00:00Z");
    private static final Entry TRANSACTION = new Entry(1, 1, "TAG", 0, BEGIN, new UUID(7, 1), BEGIN, null, null);

    private final FullLog log = new FullLog();
    private final Histories histories = new Histories();
    private final Map<ChargerId, PublishedReadings> connections = new HashMap<>();

    @Test
    void allConnectionsTogetherRememberALimitedNumberOfReadings() throws Exception {
        for (int charger = 0; charger < 12; charger++) {
            sendOldReading(new ChargerId("demo", "CP-" + charger));
        }
        assertThat(log.searches).isEqualTo(12);
        sendOldReading(new ChargerId("demo", "CP-11"));
        assertThat(log.searches).isEqualTo(12);

        sendOldReading(new ChargerId("demo", "CP-0"));

        assertThat(log.searches).isEqualTo(13);
    }

    @Test
    void theOrganisationWithTheMostReadingsLosesThoseThatItUsedLeastRecently() {
        Histories few = new Histories(3 * (Histories.EMPTY + 10));
        few.put(key("small", 1), readings(5));
        few.put(key("large", 1), readings(10));
        few.put(key("large", 2), readings(10));
        assertThat(few.get(key("large", 1))).hasSize(10);

        few.add(key("small", 1), readings(11));

        assertThat(few.get(key("small", 1))).hasSize(11);
        assertThat(few.get(key("large", 2))).isNull();
        assertThat(few.get(key("large", 1))).hasSize(10);
    }

    @Test
    void emptyHistoriesAreLimitedToo() {
        Histories few = new Histories(10 * Histories.EMPTY);
        for (int transaction = 1; transaction <= 11; transaction++) {
            few.put(key("demo", transaction), readings(0));
        }
        assertThat(few.get(key("demo", 1))).isNull();
        assertThat(few.get(key("demo", 2))).isEmpty();
    }

    @Test
    void removedAndReplacedHistoriesMakeRoom() {
        Histories few = new Histories(2 * (Histories.EMPTY + 10));
        few.put(key("demo", 1), readings(10));
        few.put(key("demo", 2), readings(10));
        few.put(key("demo", 2), readings(10));
        few.remove(key("demo", 1));
        few.put(key("demo", 3), readings(10));

        assertThat(few.get(key("demo", 2))).hasSize(10);
        assertThat(few.get(key("demo", 3))).hasSize(10);
    }

    private static Histories.Key key(String organisation, int transaction) {
        return new Histories.Key("connection", organisation, transaction);
    }

    private static Set<ReadingFingerprint> readings(int number) {
        Set<ReadingFingerprint> readings = new HashSet<>();
        for (int reading = 0; reading < number; reading++) {
            readings.add(new ReadingFingerprint(0, reading));
        }
        return readings;
    }

    private void sendOldReading(ChargerId charger) throws Exception {
        MeterValue old = new MeterValue(BEGIN, "Voltage", BigDecimal.TEN, "V", "L1", "Outlet", "Trigger");
        NormalisedValues values = new NormalisedValues(List.of(old), List.of());
        var _ = connections
                .computeIfAbsent(charger, id -> new PublishedReadings(log, histories, id))
                .unseen(values, TRANSACTION);
    }

    /** Has as many readings of each transaction as a connection may remember. */
    private static final class FullLog implements ReadingLog {

        private int searches;

        @Override
        public SeenReadings load(ChargerId charger) {
            return new SeenReadings(List.of(new SeenReadings.OfTransaction(1, BEGIN.plusSeconds(60), "")));
        }

        @Override
        public void remember(ChargerId charger, SeenReadings seen) {}

        @Override
        public Optional<Set<ReadingFingerprint>> published(ChargerId charger, int transactionId, Instant since) {
            searches++;
            return Optional.of(readings(MOST));
        }
    }
}
