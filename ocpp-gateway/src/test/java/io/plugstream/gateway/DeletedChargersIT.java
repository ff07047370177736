package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Chargers that are deleted or registered again. */
class DeletedChargersIT {

    private static final String STATUS = "{'connectorId':1,'status':'Available','errorCode':'NoError'}";

    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();

    @Test
    void aChargerRegisteredAgainHasNoFormerStatus() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (TestCharger charger = gateway.connect(id)) {
            charger.call("StatusNotification", STATUS);
            charger.call("StatusNotification", STATUS);
            topics.write(Topics.CHARGER_REGISTRATIONS, id, null);
            assertThat(charger.awaitClose()).isEqualTo(1008);
        }
        topics.register(id, "secret");
        gateway.awaitKnown(id);
        try (TestCharger charger = gateway.connect(id)) {
            charger.call("StatusNotification", STATUS);
            charger.call("StatusNotification", STATUS);
        }
        assertThat(topics.connectorEvents(id).stream().map(EventRecord::recordOnly))
                .containsExactly(false, true, false, true);
    }

    @Test
    void aDeletedChargerIsRemovedFromTheTables() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (RunningGateway swift = RunningGateway.start(
                RealParts.kafka().bootstrapServers(), "plugstream.gateway.memory.sweep-interval=100ms")) {
            swift.awaitKnown(id);
            try (TestCharger charger = swift.connect(id)) {
                charger.call("StatusNotification", STATUS);
                charger.call(
                        "StartTransaction",
                        "{'connectorId':1,'idTag':'TAG','meterStart':1500,'timestamp':'2026-11-21T09:00:00Z'}");
                assertThat(topics.read(Topics.CONNECTOR_STATES, id).getLast()).isNotNull();
                assertThat(topics.read(Topics.OPEN_TRANSACTIONS, id).getLast()).isNotNull();
                topics.write(Topics.CHARGER_REGISTRATIONS, id, null);
                assertThat(charger.awaitClose()).isEqualTo(1008);
            }
            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                assertThat(topics.read(Topics.CONNECTOR_STATES, id).getLast()).isNull();
                assertThat(topics.read(Topics.OPEN_TRANSACTIONS, id).getLast()).isNull();
            });
        }
    }
}
