package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.GatewayBeat;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.transaction.ChargerTransactions;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.ChargerTransactions.Stop;
import io.plugstream.model.transaction.Publisher;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A charger repeats a message at this gateway that another gateway has noted. The test acts as the other gateway. */
class RepeatedAtAnotherGatewayIT {

    private static final TestTopics topics = SharedGateway.topics();
    private static RunningGateway gateway;

    private final Instant begin = Instant.now().minus(Duration.ofMinutes(10)).truncatedTo(ChronoUnit.MILLIS);
    private final String request = "{'connectorId':1,'idTag':'TAG','meterStart':1500,'timestamp':'" + begin + "'}";
    private final UUID other = UUID.randomUUID();

    @BeforeAll
    static void start() {
        gateway = RunningGateway.start(
                RealParts.kafka().bootstrapServers(),
                "plugstream.gateway.publish.acknowledgement-timeout=1s",
                "plugstream.shield.failures-per-minute=10000");
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    /** The event may be up to seven days old and no longer in the topic. */
    @Test
    void aMessageMarkedAsPublishedIsAnsweredWithoutASearch() throws Exception {
        ChargerId id = registered();
        Entry entry = entry(Publisher.PUBLISHED, new Stop(Instant.now(), UUID.randomUUID(), Publisher.PUBLISHED));
        write(id, entry);

        assertAnsweredWithoutAnEvent(id, entry);
    }

    @Test
    void aMessageThatTheOtherRunReportsAsPublishedIsAnsweredWithoutASearch() throws Exception {
        ChargerId id = registered();
        Entry entry =
                entry(new Publisher(other, 4L), new Stop(Instant.now(), UUID.randomUUID(), new Publisher(other, 5L)));
        beat(5, List.of(3L));
        write(id, entry);

        assertAnsweredWithoutAnEvent(id, entry);
    }

    @Test
    void aMessageThatTheOtherRunIsPublishingIsNotTakenOver() throws Exception {
        ChargerId id = registered();
        Entry entry = entry(new Publisher(other, 4L), null);
        beat(4, List.of(4L));
        write(id, entry);
        try (TestCharger charger = gateway.connect(id)) {
            charger.send("[2,\"1\",\"StartTransaction\"," + request.replace('\'', '"') + "]");
            assertThat(charger.awaitClose()).isEqualTo(1013);
        }
        assertThat(topics.transactionEvents(id)).isEmpty();

        topics.write(Topics.TRANSACTION_EVENTS, id, started(id, entry));

        assertThat(repeatedStart(id)).isEqualTo(entry.transactionId());
        assertThat(topics.transactionEvents(id)).hasSize(1);
    }

    /** The run published its event, but after its last beat. */
    @Test
    void anEventOfADeadRunIsFoundInTheTopic() throws Exception {
        ChargerId id = registered();
        Entry entry = entry(new Publisher(other, 4L), null);
        write(id, entry);
        topics.write(Topics.TRANSACTION_EVENTS, id, started(id, entry));

        assertThat(repeatedStart(id)).isEqualTo(entry.transactionId());
        assertThat(topics.transactionEvents(id)).hasSize(1);
    }

    @Test
    void anUnpublishedEventOfADeadRunIsPublishedWithItsId() throws Exception {
        ChargerId id = registered();
        Entry entry = entry(new Publisher(other, 4L), null);
        write(id, entry);

        assertThat(repeatedStart(id)).isEqualTo(entry.transactionId());
        assertThat(repeatedStart(id)).isEqualTo(entry.transactionId());
        assertThat(topics.transactionEvents(id).stream().filter(event -> !event.recordOnly()))
                .singleElement()
                .extracting(EventRecord::eventId)
                .isEqualTo(entry.startEventId());
        assertThat(topics.read(Topics.OPEN_TRANSACTIONS, id).getLast().transactions())
                .singleElement()
                .matches(now ->
                        now.publisher() != null && !other.equals(now.publisher().run()));
    }

    private void assertAnsweredWithoutAnEvent(ChargerId id, Entry entry) throws Exception {
        try (TestCharger charger = gateway.connect(id)) {
            assertThat(charger.call("StartTransaction", request)
                            .get("transactionId")
                            .intValue())
                    .isEqualTo(entry.transactionId());
            charger.call(
                    "StopTransaction",
                    "{'transactionId':" + entry.transactionId()
                            + ",'meterStop':2000,'timestamp':'2026-11-21T09:10:00Z'}");
        }
        assertThat(topics.transactionEvents(id)).isEmpty();
    }

    private int repeatedStart(ChargerId id) throws Exception {
        try (ForgetfulCharger charger = new ForgetfulCharger(gateway, id)) {
            return charger.start(request);
        }
    }

    private void beat(long notes, List<Long> unpublished) throws Exception {
        topics.write(
                Topics.GATEWAY_BEATS, other.toString(), new GatewayBeat("other", Instant.now(), notes, unpublished));
    }

    private static ChargerId registered() throws Exception {
        ChargerId id = SharedGateway.registered();
        gateway.awaitKnown(id);
        return id;
    }

    private Entry entry(Publisher publisher, @Nullable Stop stop) throws Exception {
        return new Entry(
                topics.transactionId(), 1, "TAG", 1500, begin, UUID.randomUUID(), Instant.now(), stop, publisher);
    }

    private static void write(ChargerId id, Entry entry) throws Exception {
        topics.write(Topics.OPEN_TRANSACTIONS, id, new ChargerTransactions(1, List.of(entry), List.of()));
    }

    private static EventRecord started(ChargerId id, Entry entry) {
        return new EventRecord(
                entry.startEventId(),
                id.organisationId(),
                Mode.LIVE,
                id.chargeBoxId(),
                entry.startedAt(),
                entry.registeredAt(),
                new UUID(1, 1),
                1,
                "ocpp1.6",
                false,
                new TransactionStarted(entry.transactionId(), id.chargeBoxId(), 1, "TAG", 1500));
    }
}
