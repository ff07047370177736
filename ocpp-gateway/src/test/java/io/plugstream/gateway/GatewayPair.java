package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.GatewayBeat;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.charger.HeldConnection.Step;
import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;

/** Two gateways on a real broker, and their topics. */
final class GatewayPair implements AutoCloseable {

    static final TimeBasedEpochGenerator IDS = Generators.timeBasedEpochGenerator();
    private static final String[] QUICK = {
        "plugstream.gateway.presence.beat-interval=200ms", "plugstream.shield.failures-per-minute=1000"
    };

    final TestTopics topics;
    final RunningGateway one;
    final RunningGateway two;

    GatewayPair() {
        String kafka = RealParts.kafka().bootstrapServers();
        topics = new TestTopics(kafka);
        one = RunningGateway.start(kafka, QUICK);
        two = RunningGateway.start(kafka, QUICK);
    }

    @Override
    public void close() {
        one.close();
        two.close();
        topics.close();
    }

    void beat(UUID holder) {
        try {
            topics.write(Topics.GATEWAY_BEATS, holder.toString(), new GatewayBeat("other", now(), 0L, List.of()));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Writes what a gateway leaves behind if it is killed while a charger is connected. */
    HeldConnection open(ChargerId id, UUID connectionId) throws Exception {
        HeldConnection open = HeldConnection.opening(connectionId, IDS.generate(), Mode.TEST, "ocpp1.6", now())
                .settled(now());
        topics.write(Topics.CONNECTIONS, id, open);
        return open;
    }

    static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }

    void assertAlternates(ChargerId id) {
        List<EventRecord> events = topics.chargerEvents(id);
        for (int i = 0; i < events.size(); i++) {
            assertThat(events.get(i).data())
                    .as("event %d of %s", i, data(id))
                    .isInstanceOf(i % 2 == 0 ? ChargerConnected.class : ChargerDisconnected.class);
            if (i % 2 == 1) {
                assertThat(events.get(i).connectionId())
                        .isEqualTo(events.get(i - 1).connectionId());
            }
        }
        assertThat(events.stream().map(EventRecord::eventId)).doesNotHaveDuplicates();
        assertTimesAscend(id);
    }

    void assertTimesAscend(ChargerId id) {
        assertThat(topics.chargerEvents(id))
                .extracting(EventRecord::occurredAt)
                .as("%s", data(id))
                .isSorted();
    }

    void awaitEvents(ChargerId id, int count) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(topics.chargerEvents(id)).hasSizeGreaterThanOrEqualTo(count));
    }

    void awaitClosed(ChargerId id) {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> topics.read(Topics.CONNECTIONS, id).stream()
                        .anyMatch(connection -> connection.step() == Step.CLOSED));
    }

    void awaitForgotten(ChargerId id) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() ->
                        assertThat(topics.read(Topics.CONNECTIONS, id)).last().isNull());
    }

    /** Waits for more sweeps of both gateways than are needed to detect a lost gateway. */
    void awaitSweeps() {
        int beats = topics.count(Topics.GATEWAY_BEATS);
        await().atMost(Duration.ofSeconds(60)).until(() -> topics.count(Topics.GATEWAY_BEATS) > beats + 30);
    }

    void awaitQuiet(ChargerId id) {
        await().atMost(Duration.ofSeconds(60))
                .until(() -> topics.read(Topics.CONNECTIONS, id).getLast().step() == Step.OPEN);
        awaitSweeps();
    }

    List<ChargerEvent> data(ChargerId id) {
        return topics.chargerEvents(id).stream().map(EventRecord::data).toList();
    }

    static ChargerEvent connected(ChargerId id) {
        return new ChargerConnected(id.chargeBoxId());
    }

    static ChargerEvent closed(ChargerId id) {
        return disconnected(id, "closed");
    }

    static ChargerEvent disconnected(ChargerId id, String reason) {
        return new ChargerDisconnected(id.chargeBoxId(), reason);
    }

    ChargerId registered() throws Exception {
        ChargerId id = new ChargerId("demo", "CP-" + UUID.randomUUID());
        topics.register(id, "secret");
        return id;
    }

    static TestCharger connect(RunningGateway at, ChargerId id) {
        return await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(20))
                .ignoreExceptions()
                .until(
                        () -> TestCharger.connect(at.port(), id.organisationId(), id.chargeBoxId(), "secret"),
                        _ -> true);
    }
}
