package io.plugstream.gateway.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.RawMeterValue;
import io.plugstream.model.json.Json;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.ChargerTransactions.Stop;
import io.plugstream.model.transaction.SeenReadings;
import io.plugstream.model.transaction.SeenReadings.OfTransaction;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PublishedReadingsTest {

    private static final ChargerId CHARGER = new ChargerId("demo", "CP-1");
    private static final Instant BEGIN = Instant.parse("2026-11-21T09:00:00Z");

    private final RecordingLog log = new RecordingLog();
    private final Histories histories = new Histories();

    @Test
    void aReadingIsRecognisedInAnotherSpellingOfItsNumber() throws Exception {
        publish(1, value(0, "5.0"));

        assertThat(unseen(1, value(0, "5"))).isEmpty();
        assertThat(unseen(1, value(0, "5.00"))).isEmpty();
        assertThat(unseen(1, value(0, "50"))).hasSize(1);
        assertThat(unseen(1, value(1, "5"))).hasSize(1);
        assertThat(unseen(2, value(0, "5"))).hasSize(1);
    }

    @Test
    void readingsThatDifferInAnyFieldAreDifferent() throws Exception {
        MeterValue first = value(0, "5");
        publish(1, first);
        MeterValue[] others = {
            new MeterValue(BEGIN, "Current.Import", first.value(), "V", "L1", "Outlet", "Trigger"),
            new MeterValue(BEGIN, "Voltage", first.value(), "kV", "L1", "Outlet", "Trigger"),
            new MeterValue(BEGIN, "Voltage", first.value(), "V", null, "Outlet", "Trigger"),
            new MeterValue(BEGIN, "Voltage", first.value(), "V", "L1", "EV", "Trigger"),
            new MeterValue(BEGIN, "Voltage", first.value(), "V", "L1", "Outlet", "Other")
        };
        assertThat(unseen(1, others)).containsExactly(others);
    }

    @Test
    void onlyTheNewReadingsOfAMessageAreLeft() throws Exception {
        publish(1, value(0, "1"), value(0, "2"));

        assertThat(unseen(1, value(0, "2"), value(60, "3"), value(60, "3"))).containsExactly(value(60, "3"));
    }

    @Test
    void signedReadingsAreRememberedToo() throws Exception {
        RawMeterValue signed =
                new RawMeterValue(BEGIN, "Voltage", "AP9k", "SignedData", "V", null, "Outlet", "Sample.Periodic");
        NormalisedValues values = new NormalisedValues(List.of(), List.of(signed));
        PublishedReadings published = new PublishedReadings(log, histories, CHARGER);
        published.add(values, entry(1, null), List.of(entry(1, null)));

        assertThat(new PublishedReadings(log, histories, CHARGER)
                        .unseen(values, entry(1, null))
                        .isEmpty())
                .isTrue();
    }

    @Test
    void theLogIsSearchedOnlyForReadingsAsOldAsForgottenOnes() throws Exception {
        MeterValue[] all =
                IntStream.range(0, 100).mapToObj(second -> value(second, "1")).toArray(MeterValue[]::new);
        for (MeterValue one : all) {
            publish(1, one);
        }
        assertThat(log.searches).isZero();
        assertThat(unseen(1, value(99, "1"))).isEmpty();
        assertThat(unseen(1, value(100, "1"))).hasSize(1);
        assertThat(unseen(1, value(99, "2"))).hasSize(1);
        assertThat(log.searches).isZero();

        log.published = Optional.of(Set.of(ReadingFingerprint.of(value(3, "1"))));
        PublishedReadings published = new PublishedReadings(log, histories, CHARGER);
        assertThat(unseen(published, 1, value(3, "1"))).isEmpty();
        assertThat(unseen(published, 1, value(4, "2"))).hasSize(1);
        assertThat(log.searches).isOne();
    }

    @Test
    void readingsArePublishedIfTheLogCannotBeSearched() throws Exception {
        for (int second = 0; second < 100; second++) {
            publish(1, value(second, "1"));
        }
        log.published = Optional.empty();

        PublishedReadings published = new PublishedReadings(log, histories, CHARGER);
        assertThat(unseen(published, 1, value(3, "1"))).hasSize(1);
        assertThat(unseen(published, 1, value(4, "1"))).hasSize(1);
        assertThat(log.searches).isOne();
    }

    @Test
    void theLogIsSearchedOnceForEachOfTheRunningTransactions() throws Exception {
        PublishedReadings published = withForgottenReadings();
        for (int second = 0; second < 20; second++) {
            assertThat(unseen(published, 1, value(second, "2"))).hasSize(1);
            add(published, 1, value(second, "2"));
            assertThat(unseen(published, 2, value(second, "2"))).hasSize(1);
            add(published, 2, value(second, "2"));
        }
        assertThat(unseen(published, 1, value(3, "2"))).isEmpty();
        assertThat(unseen(published, 2, value(3, "2"))).isEmpty();
        assertThat(log.searches).isEqualTo(2);
    }

    @Test
    void aLimitedNumberOfReadingsOfATransactionIsRemembered() throws Exception {
        PublishedReadings published = withForgottenReadings();
        assertThat(unseen(published, 1, value(3, "2"))).hasSize(1);
        assertThat(unseen(published, 2, value(3, "2"))).hasSize(1);
        MeterValue[] most = IntStream.range(0, ReadingLog.MOST)
                .mapToObj(number -> value(4, Integer.toString(number)))
                .toArray(MeterValue[]::new);
        add(published, 1, most);
        add(published, 2, most);
        assertThat(unseen(published, 1, value(4, "7"))).isEmpty();
        assertThat(unseen(published, 2, value(4, "7"))).isEmpty();
        assertThat(log.searches).isEqualTo(2);

        add(published, 1, value(5, "7"));

        assertThat(unseen(published, 2, value(4, "7"))).isEmpty();
        assertThat(log.searches).isEqualTo(2);
        assertThat(unseen(published, 1, value(5, "7"))).hasSize(1);
        assertThat(log.searches).isEqualTo(3);
    }

    @Test
    void theStoredReadingsStaySmall() throws Exception {
        PublishedReadings published = new PublishedReadings(log, histories, CHARGER);
        List<Entry> remembered = List.of(entry(1, BEGIN), entry(2, BEGIN), entry(3, null));
        for (int transaction = 1; transaction <= 4; transaction++) {
            for (int second = 0; second < 1_000; second++) {
                NormalisedValues values = numbers(IntStream.range(0, 10)
                        .mapToObj(Integer::toString)
                        .map(text -> value(0, text))
                        .toArray(MeterValue[]::new));
                NormalisedValues later = new NormalisedValues(
                        values.numbers().stream().map(at(second)).toList(), List.of());
                published.add(later, entry(transaction, null), remembered);
            }
        }
        assertThat(log.table.transactions())
                .extracting(OfTransaction::transactionId)
                .containsExactlyInAnyOrder(1, 2, 3);
        assertThat(Json.mapper().writeValueAsString(log.table).length()).isBetween(500, 1_100);
    }

    @Test
    void readingsOfTheLastStoppedTransactionsAreKeptAndTheLogIsSearchedForOthers() throws Exception {
        List<Entry> remembered = IntStream.rangeClosed(1, 6)
                .mapToObj(transaction -> entry(transaction, BEGIN))
                .toList();
        for (Entry one : remembered) {
            new PublishedReadings(log, histories, CHARGER)
                    .add(numbers(value(one.transactionId(), "1")), one, remembered);
        }
        log.published = Optional.of(Set.of(ReadingFingerprint.of(value(1, "1"))));

        assertThat(unseen(6, value(6, "1"))).isEmpty();
        assertThat(unseen(3, value(3, "1"))).isEmpty();
        assertThat(unseen(1, value(2, "1"))).hasSize(1);
        assertThat(log.searches).isZero();
        assertThat(unseen(1, value(1, "1"))).isEmpty();
        assertThat(log.searches).isOne();
    }

    /** Stops that never arrive would make the record larger for ever. */
    @Test
    void lostTransactionsTakeAsMuchRoomAsStoppedOnes() throws Exception {
        List<Entry> lost = IntStream.rangeClosed(1, 20)
                .mapToObj(transaction -> entry(transaction, 1, null))
                .toList();
        List<Entry> stopped = IntStream.rangeClosed(1, 20)
                .mapToObj(transaction -> entry(transaction, 1, transaction == 20 ? null : BEGIN))
                .toList();

        assertThat(storedBytes(lost)).isEqualTo(storedBytes(stopped)).isLessThan(3_000);
    }

    private int storedBytes(List<Entry> entries) throws Exception {
        log.table = new SeenReadings(List.of());
        for (Entry one : entries) {
            PublishedReadings published = new PublishedReadings(log, histories, CHARGER);
            for (int second = 0; second < 100; second++) {
                published.add(numbers(value(second, "1")), one, entries.subList(0, entries.indexOf(one) + 1));
            }
        }
        return Json.mapper().writeValueAsString(log.table).length();
    }

    private static java.util.function.UnaryOperator<MeterValue> at(int second) {
        return value -> new MeterValue(
                BEGIN.plusSeconds(second),
                value.measurand(),
                value.value(),
                value.unit(),
                value.phase(),
                value.location(),
                value.context());
    }

    private void publish(int transaction, MeterValue... values) throws Exception {
        add(new PublishedReadings(log, histories, CHARGER), transaction, values);
    }

    /** A connection of a charger with two running transactions. */
    private PublishedReadings withForgottenReadings() throws Exception {
        for (int second = 0; second < 100; second++) {
            publish(1, value(second, "1"));
            publish(2, value(second, "1"));
        }
        return new PublishedReadings(log, histories, CHARGER);
    }

    private static void add(PublishedReadings published, int transaction, MeterValue... values) throws Exception {
        published.add(numbers(values), entry(transaction, null), List.of(entry(1, null), entry(2, null)));
    }

    private List<MeterValue> unseen(int transaction, MeterValue... values) throws Exception {
        return unseen(new PublishedReadings(log, histories, CHARGER), transaction, values);
    }

    private static List<MeterValue> unseen(PublishedReadings published, int transaction, MeterValue... values)
            throws Exception {
        return published.unseen(numbers(values), entry(transaction, null)).numbers();
    }

    private static NormalisedValues numbers(MeterValue... values) {
        return new NormalisedValues(List.of(values), List.of());
    }

    private static MeterValue value(int second, String number) {
        return new MeterValue(
                BEGIN.plusSeconds(second), "Voltage", new BigDecimal(number), "V", "L1", "Outlet", "Trigger");
    }

    private static Entry entry(int transaction, @Nullable Instant stoppedAt) {
        return entry(transaction, transaction, stoppedAt);
    }

    private static Entry entry(int transaction, int connector, @Nullable Instant stoppedAt) {
        Stop stop = stoppedAt == null ? null : new Stop(stoppedAt, new UUID(8, transaction), null);
        return new Entry(transaction, connector, "TAG", 0, BEGIN, new UUID(7, transaction), BEGIN, stop, null);
    }

    private static final class RecordingLog implements ReadingLog {

        private SeenReadings table = new SeenReadings(List.of());
        private Optional<Set<ReadingFingerprint>> published = Optional.of(Set.of());
        private int searches;

        @Override
        public SeenReadings load(ChargerId charger) {
            return table;
        }

        @Override
        public void remember(ChargerId charger, SeenReadings seen) {
            table = seen;
        }

        @Override
        public Optional<Set<ReadingFingerprint>> published(ChargerId charger, int transactionId, Instant since) {
            searches++;
            return published;
        }
    }
}
