package io.plugstream.gateway.ocpp2;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.gateway.transaction.StationEvent;
import io.plugstream.model.json.Json;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class MessagesTest {

    /** In JSON Schema, 5.0 is an integer. */
    @Test
    void aWholeNumberMayHaveAZeroFraction() {
        ObjectNode payload = (ObjectNode) Json.mapper().readTree("""
                {"eventType": "Started", "timestamp": "2026-01-31T09:00:00Z", "triggerReason": "RemoteStart",
                 "seqNo": 3.0, "evse": {"id": 2.0}, "transactionInfo": {"transactionId": "T", "remoteStartId": 5.0}}""");

        StationEvent event = Messages.transactionEvent(payload, Instant.EPOCH);

        assertThat(event.seqNo()).isEqualTo(3);
        assertThat(event.evseId()).isEqualTo(2);
        assertThat(event.remoteStartId()).isEqualTo(5);
    }
}
