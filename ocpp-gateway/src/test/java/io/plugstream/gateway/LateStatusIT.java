package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ConnectorStates;
import io.plugstream.model.event.ConnectorStatusChanged;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.topic.Topics;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The gateway does not know that a status was published. The way back to the status before is an event, too. */
class LateStatusIT {

    /** Kafka stores a status after the charger was told that it was not recorded. */
    @Test
    void aStatusIsStoredLate() throws Exception {
        TestTopics topics = FragileGateway.topics();
        ChargerId id = FragileGateway.registered();
        try (TestCharger charger = FragileGateway.gateway().connect(id)) {
            assertThat(answer(charger, "Available")).isEqualTo(3);
            FragileGateway.pauseKafka();
            assertThat(answer(charger, "Preparing")).isEqualTo(4);
            FragileGateway.resumeKafka();
            await().until(() -> statuses(topics, id).contains("Preparing"));

            await().until(() -> answer(charger, "Available") == 3);

            assertThat(statuses(topics, id)).containsExactly("Available", "Preparing", "Available");
        } finally {
            FragileGateway.recover();
        }
    }

    @Test
    void aGatewayDiesBeforeItRemembersAStatus() throws Exception {
        TestTopics topics = SharedGateway.topics();
        ChargerId id = SharedGateway.registered();
        try (TestCharger charger = SharedGateway.gateway().connect(id)) {
            assertThat(answer(charger, "Available")).isEqualTo(3);
            assertThat(answer(charger, "Preparing")).isEqualTo(3);
        }
        // As if the last record had never been written.
        List<ConnectorStates> remembered = topics.read(Topics.CONNECTOR_STATES, id);
        topics.write(Topics.CONNECTOR_STATES, id, remembered.get(remembered.size() - 2));

        try (TestCharger charger = SharedGateway.gateway().connect(id)) {
            assertThat(answer(charger, "Available")).isEqualTo(3);
        }

        assertThat(statuses(topics, id)).containsExactly("Available", "Preparing", "Available");
    }

    /** The charger has reconnected meanwhile, and reports the state of its former connection once more. */
    @Test
    void aFormerConnectionsStatesAreStoredLate() throws Exception {
        TestTopics topics = SharedGateway.topics();
        ChargerId id = SharedGateway.registered();
        try (TestCharger charger = SharedGateway.gateway().connect(id)) {
            assertThat(answer(charger, "Preparing")).isEqualTo(3);
        }
        ConnectorStates former = topics.read(Topics.CONNECTOR_STATES, id).getLast();
        try (TestCharger charger = SharedGateway.gateway().connect(id)) {
            assertThat(answer(charger, "Available")).isEqualTo(3);
        }
        topics.write(Topics.CONNECTOR_STATES, id, former);

        try (TestCharger charger = SharedGateway.gateway().connect(id)) {
            assertThat(answer(charger, "Preparing")).isEqualTo(3);
        }

        assertThat(statuses(topics, id)).containsExactly("Preparing", "Available", "Preparing");
    }

    private static int answer(TestCharger charger, String status) throws Exception {
        return charger.exchange(
                        "StatusNotification",
                        "{'connectorId':1,'errorCode':'NoError','status':'%s','timestamp':'2026-11-21T09:01:00Z'}"
                                .formatted(status))
                .get(0)
                .intValue();
    }

    /** Those that webhooks get. */
    private static List<String> statuses(TestTopics topics, ChargerId id) {
        return topics.connectorEvents(id).stream()
                .filter(event -> !event.recordOnly())
                .map(EventRecord::data)
                .map(data -> ((ConnectorStatusChanged) data).status())
                .toList();
    }
}
