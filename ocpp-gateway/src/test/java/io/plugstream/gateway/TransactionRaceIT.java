package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.event.TransactionStopped;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.transaction.ChargerTransactions;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.ChargerTransactions.Stop;
import io.plugstream.model.transaction.Publisher;
import io.plugstream.parts.RealParts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A charger switches to another gateway while the former one is still writing. The test acts as the former gateway. */
class TransactionRaceIT {

    private static final Instant TEN = Instant.parse("2026-11-21T10:00:00Z");
    private static final Instant ELEVEN = Instant.parse("2026-11-21T11:00:00Z");

    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();

    @Test
    void aLateRecordOfAnotherGatewayChangesNothing() throws Exception {
        try (OcaCharger charger = OcaCharger.connect(gateway, topics)) {
            int here = charger.starts("TAG", TEN.toString());
            write(charger.id(), 1, List.of(entry(topics.transactionId(), TEN, null)));

            int next = charger.starts("TAG", ELEVEN.toString());
            try (RunningGateway other = RunningGateway.start(RealParts.kafka().bootstrapServers());
                    OcaCharger again = OcaCharger.connect(other, topics, charger.id(), "secret")) {
                assertThat(again.starts("TAG", TEN.toString())).isEqualTo(here);
                assertThat(again.starts("TAG", ELEVEN.toString())).isEqualTo(next);
                again.stops(here, ELEVEN.toString(), "Local");
            }
            assertThat(started(charger.id())).containsExactly(here, next);
            assertThat(topics.transactionEvents(charger.id()).getLast())
                    .matches(event -> !event.recordOnly() && event.data() instanceof TransactionStopped);
        }
    }

    @Test
    void aStartThatTheOtherGatewayNotedFirstKeepsItsIdAndItsEvent() throws Exception {
        try (OcaCharger charger = OcaCharger.connect(gateway, topics)) {
            charger.starts("TAG", TEN.toString());
            Entry elsewhere = entry(topics.transactionId(), ELEVEN, null);
            List<Entry> both = new ArrayList<>(known(charger.id()).transactions());
            both.add(elsewhere);
            write(charger.id(), 2, both);

            assertThat(charger.starts("TAG", ELEVEN.toString())).isEqualTo(elsewhere.transactionId());
            assertThat(charger.starts("TAG", ELEVEN.toString())).isEqualTo(elsewhere.transactionId());

            List<EventRecord> events = topics.transactionEvents(charger.id());
            assertThat(events).hasSize(2);
            assertThat(events.getLast().eventId()).isEqualTo(elsewhere.startEventId());
            assertThat(known(charger.id()).transactions())
                    .as("compaction keeps the last record, which must count")
                    .extracting(Entry::transactionId, Entry::startEventId)
                    .contains(tuple(elsewhere.transactionId(), elsewhere.startEventId()))
                    .hasSize(2);
        }
    }

    /** This gateway's record has a revision that was taken twice before, and nothing is left to write. */
    @Test
    void aRecordThatDoesNotCountDoesNotStayTheLast() throws Exception {
        try (OcaCharger charger = OcaCharger.connect(gateway, topics)) {
            charger.starts("TAG", TEN.toString());
            Entry elsewhere = entry(topics.transactionId(), ELEVEN, null).publishedBy(Publisher.PUBLISHED);
            List<Entry> both = new ArrayList<>(known(charger.id()).transactions());
            write(charger.id(), 2, both);
            both.add(elsewhere);
            write(charger.id(), 3, both);

            assertThat(charger.starts("TAG", ELEVEN.toString())).isEqualTo(elsewhere.transactionId());

            assertThat(known(charger.id()).revision()).isEqualTo(4);
            assertThat(known(charger.id()).transactions())
                    .extracting(Entry::transactionId)
                    .contains(elsewhere.transactionId());
        }
    }

    @Test
    void aStopThatTheOtherGatewayNotedFirstKeepsItsEvent() throws Exception {
        try (OcaCharger charger = OcaCharger.connect(gateway, topics)) {
            int here = charger.starts("TAG", TEN.toString());
            Stop stop = new Stop(Instant.now(), UUID.randomUUID(), null);
            Entry entry = known(charger.id()).transactions().getFirst();
            write(charger.id(), 2, List.of(entry.stopped(stop)));

            charger.stops(here, ELEVEN.toString(), "Local");

            assertThat(topics.transactionEvents(charger.id()))
                    .hasSize(2)
                    .last()
                    .extracting(EventRecord::eventId)
                    .isEqualTo(stop.stopEventId());
        }
    }

    private static Entry entry(int transaction, Instant at, @Nullable Stop stop) {
        return new Entry(transaction, 1, "TAG", 100, at, UUID.randomUUID(), Instant.now(), stop, null);
    }

    private static void write(ChargerId id, long revision, List<Entry> entries) throws Exception {
        topics.write(Topics.OPEN_TRANSACTIONS, id, new ChargerTransactions(revision, entries, List.of()));
    }

    private static ChargerTransactions known(ChargerId id) {
        return topics.read(Topics.OPEN_TRANSACTIONS, id).getLast();
    }

    private static List<Integer> started(ChargerId id) {
        return topics.transactionEvents(id).stream()
                .map(EventRecord::data)
                .filter(TransactionStarted.class::isInstance)
                .map(event -> ((TransactionStarted) event).transactionId())
                .toList();
    }
}
