package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.transaction.ChargerTransactions;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Transactions whose start or stop is repeated, that are unknown, or whose gateway crashed. */
class TransactionIT {

    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();

    private final Instant begin = Instant.now().minus(Duration.ofMinutes(10)).truncatedTo(ChronoUnit.MILLIS);
    private final String request = "{'connectorId':1,'idTag':'TAG','meterStart':1500,'timestamp':'" + begin + "'}";

    @Test
    void retriedStartTransactionKeepsItsIdAndCausesNoSecondEvent() throws Exception {
        ChargerId id = SharedGateway.registered();
        int first;
        try (TestCharger charger = gateway.connect(id)) {
            first = startTransaction(charger);
            assertThat(startTransaction(charger)).isEqualTo(first);
        }
        try (TestCharger charger = gateway.connect(id)) {
            assertThat(startTransaction(charger)).isEqualTo(first);
            charger.call("StopTransaction", stop(first));
            assertThat(startTransaction(charger)).isEqualTo(first);
            assertThat(charger.call("StartTransaction", request.replace("1500", "1501"))
                            .get("transactionId")
                            .intValue())
                    .isNotEqualTo(first);
        }
        assertThat(data(topics.transactionEvents(id)))
                .hasSize(3)
                .filteredOn(TransactionStarted.class::isInstance)
                .hasSize(2);
    }

    @Test
    void messagesWithAnImpossibleTimeGetOursAndAreRecognisedWhenRepeated() throws Exception {
        ChargerId id = SharedGateway.registered();
        String start = request.replace(begin.toString(), "2022-02-29T10:00:00Z");
        Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        try (TestCharger charger = gateway.connect(id)) {
            int first = startTransaction(charger, start);
            assertThat(startTransaction(charger, start)).isEqualTo(first);
            String stop = "{'transactionId':" + first + ",'meterStop':2000,'timestamp':'2022-02-29T11:00:00Z'}";
            charger.call("StopTransaction", stop);
            charger.call("StopTransaction", stop);
            assertThat(startTransaction(charger, start)).isNotEqualTo(first);
            charger.call("StopTransaction", stop.replace("" + first, "77"));
            charger.call("StopTransaction", stop.replace("" + first, "77"));
        }
        assertThat(topics.transactionEvents(id))
                .extracting(record -> record.data().getClass().getSimpleName())
                .containsExactly(
                        "TransactionStarted", "TransactionStopped", "TransactionStarted", "TransactionStopped");
        assertThat(topics.transactionEvents(id))
                .allSatisfy(record -> assertThat(record.timestamp()).isBetween(before, Instant.now()));
    }

    @Test
    void noEnergyIsLostIfTheClockAlwaysShowsTheSameTime() throws Exception {
        ChargerId id = SharedGateway.registered();
        String start = request.replace(begin.toString(), "2000-01-01T00:00:00Z");
        try (TestCharger charger = gateway.connect(id)) {
            int first = startTransaction(charger, start);
            assertThat(startTransaction(charger, start)).isEqualTo(first);
            charger.call("StopTransaction", stop(first).replace("4000", "1500"));
            int second = startTransaction(charger, start);
            assertThat(second).isNotEqualTo(first);
            charger.call("StopTransaction", stop(second));
        }
        assertThat(data(topics.transactionEvents(id)))
                .hasSize(4)
                .last()
                .isInstanceOfSatisfying(
                        TransactionStopped.class,
                        stopped -> assertThat(stopped.energyWh()).isEqualTo(2500));
    }

    @Test
    void retriedMessagesAfterARestartCauseNoSecondEvent() throws Exception {
        ChargerId id = SharedGateway.registered();
        int transactionId;
        try (RunningGateway before = RunningGateway.start(RealParts.kafka().bootstrapServers())) {
            before.awaitKnown(id);
            TestCharger charger = before.connect(id);
            transactionId = startTransaction(charger);
            charger.call("StopTransaction", stop(transactionId));
        }
        try (RunningGateway after = RunningGateway.start(RealParts.kafka().bootstrapServers())) {
            after.awaitKnown(id);
            try (TestCharger charger = after.connect(id)) {
                assertThat(startTransaction(charger)).isEqualTo(transactionId);
                charger.call("StopTransaction", stop(transactionId));
            }
        }
        assertThat(topics.transactionEvents(id)).hasSize(2);
    }

    @Test
    void retriedMessagePublishesAnEventThatWasOnlyNoted() throws Exception {
        ChargerId id = SharedGateway.registered();
        UUID startEvent = UUID.fromString("019400a0-0000-7000-8000-0000000000aa");
        UUID stopEvent = UUID.fromString("019400a0-0000-7000-8000-0000000000bb");
        int transaction = topics.transactionId();
        Instant now = Instant.now();
        // What a gateway leaves behind if it is killed between its two writes.
        topics.write(
                Topics.OPEN_TRANSACTIONS,
                id,
                new ChargerTransactions(
                        1,
                        List.of(new ChargerTransactions.Entry(
                                transaction,
                                1,
                                "TAG",
                                1500,
                                begin,
                                startEvent,
                                now,
                                new ChargerTransactions.Stop(now, stopEvent, null),
                                null)),
                        List.of()));
        for (int connection = 0; connection < 2; connection++) {
            try (TestCharger charger = gateway.connect(id)) {
                assertThat(startTransaction(charger)).isEqualTo(transaction);
                charger.call("StopTransaction", stop(transaction));
                charger.call("StopTransaction", stop(transaction));
            }
        }
        assertThat(topics.transactionEvents(id).stream().map(EventRecord::eventId))
                .containsExactly(startEvent, stopEvent);
    }

    @Test
    void aStopOfAnUnknownTransactionIsAnsweredAndOnlyRecorded() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger charger = gateway.connect(id)) {
            assertThat(charger.call(
                            "StopTransaction", "{'transactionId':-1,'meterStop':9,'timestamp':'2026-11-21T09:10:00Z'}"))
                    .isEmpty();
        }
        EventRecord record = topics.transactionEvents(id).getFirst();
        assertThat(record.recordOnly()).isTrue();
        assertThat(record.data())
                .isEqualTo(new TransactionStopped(-1, id.chargeBoxId(), null, null, null, 9, null, "Local"));
    }

    @Test
    void meterValuesOutsideTheChargersTransactionsAreOnlyRecorded() throws Exception {
        ChargerId id = SharedGateway.registered();
        String values = "'meterValue':[{'timestamp':'2026-11-21T09:05:00Z','sampledValue':[{'value':'1'}]}]}";
        try (TestCharger charger = gateway.connect(id)) {
            charger.call("MeterValues", "{'connectorId':1," + values);
            charger.call("MeterValues", "{'connectorId':1,'transactionId':12345," + values);
        }
        assertThat(topics.transactionEvents(id)).hasSize(2).allMatch(EventRecord::recordOnly);
    }

    @Test
    void transactionIdsAreUniqueAcrossBlocksAndNodes() throws Exception {
        RunningGateway other = SharedGateway.other();
        ChargerId here = SharedGateway.registered();
        ChargerId there = SharedGateway.registered();
        other.awaitKnown(there);
        Set<Integer> ids = new HashSet<>();
        try (TestCharger one = gateway.connect(here);
                TestCharger two = other.connect(there)) {
            for (int start = 0; start < 110; start++) {
                String next = request.replace("1500", Integer.toString(start));
                ids.add(one.call("StartTransaction", next).get("transactionId").intValue());
                ids.add(two.call("StartTransaction", next).get("transactionId").intValue());
            }
        }
        assertThat(ids).hasSize(220).allMatch(id -> id > 0);
    }

    private int startTransaction(TestCharger charger) throws Exception {
        return startTransaction(charger, request);
    }

    private static int startTransaction(TestCharger charger, String start) throws Exception {
        return charger.call("StartTransaction", start).get("transactionId").intValue();
    }

    private static String stop(int transactionId) {
        return "{'transactionId':" + transactionId + ",'meterStop':4000,'timestamp':'2026-11-21T09:10:00Z'}";
    }

    private static List<ChargerEvent> data(List<EventRecord> records) {
        return records.stream().map(EventRecord::data).toList();
    }
}
