package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.TransactionUpdated;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.transaction.ChargerTransactions;
import io.plugstream.model.transaction.SeenReadings;
import io.plugstream.parts.RealParts;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Repeated meter readings. */
class RepeatedMeterValuesIT {

    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();

    @Test
    void aRepeatedReadingCausesNoSecondEventAtAnyGateway() throws Exception {
        ChargerId id = SharedGateway.registered();
        int transaction;
        try (TestCharger charger = gateway.connect(id)) {
            transaction = start(charger);
            charger.call("MeterValues", values(transaction, 1, "1600"));
            charger.call("MeterValues", values(transaction, 1, "1600"));
            charger.call("MeterValues", values(transaction, 2, "1700"));
        }
        awaitRemembered(id, transaction);
        try (TestCharger charger = gateway.connect(id)) {
            charger.call("MeterValues", values(transaction, 1, "1600"));
            charger.call("MeterValues", values(transaction, 2, "1700"));
        }
        try (RunningGateway other = RunningGateway.start(RealParts.kafka().bootstrapServers())) {
            other.awaitKnown(id);
            try (TestCharger charger = other.connect(id)) {
                charger.call("MeterValues", values(transaction, 2, "1700"));
                charger.call("MeterValues", values(transaction, 2, "1700", "1701"));
                charger.call(
                        "StopTransaction",
                        "{'transactionId':" + transaction + ",'meterStop':1800,'timestamp':'2026-11-21T10:00:00Z'}");
                charger.call("MeterValues", values(transaction, 1, "1600"));
            }
        }
        assertThat(numbers(id)).containsExactly("1600", "1700", "1701");
    }

    @Test
    void anOldReadingIsLookedUpInTheLog() throws Exception {
        ChargerId id = SharedGateway.registered();
        int transaction;
        try (TestCharger charger = gateway.connect(id)) {
            transaction = start(charger);
            for (int minute = 0; minute < 50; minute++) {
                charger.call("MeterValues", values(transaction, minute, Integer.toString(1600 + minute)));
            }
        }
        awaitRemembered(id, transaction);
        try (TestCharger charger = gateway.connect(id)) {
            charger.call("MeterValues", values(transaction, 3, "1603"));
            charger.call("MeterValues", values(transaction, 4, "1604", "9"));
        }
        assertThat(numbers(id)).hasSize(51).doesNotHaveDuplicates().endsWith("9");
    }

    @Test
    void aRepeatedEventHasTheSameIdIfItsReadingsWereNotStored() throws Exception {
        ChargerId id = SharedGateway.registered();
        int transaction;
        try (TestCharger charger = gateway.connect(id)) {
            transaction = start(charger);
            charger.call("MeterValues", values(transaction, 1, "1600"));
        }
        awaitRemembered(id, transaction);
        // What a gateway leaves behind if it is killed after the event but before it stored the readings.
        topics.write(Topics.SEEN_READINGS, id, new SeenReadings(List.of()));
        try (TestCharger charger = gateway.connect(id)) {
            charger.call("MeterValues", values(transaction, 1, "1600"));
        }
        assertThat(updates(id)).hasSize(2);
        assertThat(updates(id).stream().map(EventRecord::eventId).distinct()).hasSize(1);
    }

    @Test
    void readingsAreForgottenADayAfterTheStopAndWithTheirCharger() throws Exception {
        ChargerId over = new ChargerId("demo", "over-" + UUID.randomUUID());
        ChargerId running = new ChargerId("demo", "running-" + UUID.randomUUID());
        ChargerId deleted = new ChargerId("demo", "deleted-" + UUID.randomUUID());
        Instant now = Instant.now();
        for (ChargerId id : List.of(over, running, deleted)) {
            topics.register(id, "secret");
        }
        remember(over, 1, new ChargerTransactions.Stop(now.minus(Duration.ofHours(25)), UUID.randomUUID(), null));
        remember(running, 2, null);
        remember(deleted, 3, null);
        try (RunningGateway swift = RunningGateway.start(
                RealParts.kafka().bootstrapServers(), "plugstream.gateway.memory.sweep-interval=100ms")) {
            swift.awaitKnown(over);
            swift.awaitKnown(deleted);
            topics.write(Topics.CHARGER_REGISTRATIONS, deleted, null);
            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                assertThat(lastOf(over)).isNull();
                assertThat(lastOf(deleted)).isNull();
                assertThat(topics.read(Topics.OPEN_TRANSACTIONS, deleted).getLast())
                        .isNull();
            });
            assertThat(lastOf(running)).isNotNull();
            assertThat(topics.read(Topics.OPEN_TRANSACTIONS, over).getLast()).isNotNull();
        }
    }

    private static void remember(ChargerId id, int transaction, ChargerTransactions.@Nullable Stop stop)
            throws Exception {
        Instant now = Instant.now();
        topics.write(
                Topics.OPEN_TRANSACTIONS,
                id,
                new ChargerTransactions(
                        1,
                        List.of(new ChargerTransactions.Entry(
                                transaction, 1, "TAG", 0, now, UUID.randomUUID(), now, stop, null)),
                        List.of()));
        topics.write(
                Topics.SEEN_READINGS,
                id,
                new SeenReadings(List.of(new SeenReadings.OfTransaction(transaction, null, ""))));
    }

    private static @Nullable SeenReadings lastOf(ChargerId id) {
        return topics.read(Topics.SEEN_READINGS, id).getLast();
    }

    /** The readings are stored after the answer. */
    private static void awaitRemembered(ChargerId id, int transaction) {
        long messages = updates(id).size();
        await().atMost(Duration.ofSeconds(10))
                .until(() -> topics.read(Topics.SEEN_READINGS, id).size() == messages);
        assertThat(lastOf(id))
                .isNotNull()
                .satisfies(seen -> assertThat(seen.transactions())
                        .extracting(SeenReadings.OfTransaction::transactionId)
                        .containsExactly(transaction));
    }

    private static List<EventRecord> updates(ChargerId id) {
        return topics.transactionEvents(id).stream()
                .filter(event -> event.data() instanceof TransactionUpdated)
                .toList();
    }

    private static List<String> numbers(ChargerId id) {
        return updates(id).stream()
                .map(event -> (TransactionUpdated) event.data())
                .flatMap(update -> update.meterValues().stream())
                .map(MeterValue::value)
                .map(BigDecimal::toPlainString)
                .toList();
    }

    private static int start(TestCharger charger) throws Exception {
        return charger.call(
                        "StartTransaction",
                        "{'connectorId':1,'idTag':'TAG','meterStart':1500,'timestamp':'2026-11-21T09:00:00Z'}")
                .get("transactionId")
                .intValue();
    }

    private static String values(int transaction, int minute, String... readings) {
        StringBuilder sampled = new StringBuilder();
        for (String reading : readings) {
            sampled.append(sampled.isEmpty() ? "" : ",")
                    .append("{'value':'")
                    .append(reading)
                    .append("'}");
        }
        return "{'connectorId':1,'transactionId':%d,'meterValue':[{'timestamp':'2026-11-21T09:%02d:00Z','sampledValue':[%s]}]}"
                .formatted(transaction, minute, sampled);
    }
}
