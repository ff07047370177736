package io.plugstream.gateway.ocpp16;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.gateway.payload.Strictness;
import io.plugstream.gateway.payload.Validation;
import io.plugstream.gateway.protocol.ChargerAction.Work;
import io.plugstream.gateway.publish.FakeKafka;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.event.NotificationRecord;
import io.plugstream.model.json.Json;
import io.plugstream.model.topic.Topics;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class Ocpp16ActionsTest {

    private final FakeKafka kafka = FakeKafka.open();

    @AfterEach
    void close() {
        kafka.close();
    }

    @Test
    void unknownVendorsAndCertificatesAreDeclined() throws Exception {
        kafka.storeAt(0);

        assertThat(answer("DataTransfer", "{'vendorId':'com.acme','data':'x'}"))
                .isEqualTo("{\"status\":\"UnknownVendorId\"}");
        assertThat(answer("SignCertificate", "{'csr':'x'}")).isEqualTo("{\"status\":\"Rejected\"}");
        assertThat(answer("SecurityEventNotification", "{'type':'x','timestamp':'2026-01-31T09:00:00Z'}"))
                .isEqualTo("{}");
    }

    @Test
    void aBootIsAcceptedWithTheTimeAndTheInterval() throws Exception {
        kafka.storeAt(0);

        assertThat(answer("BootNotification", "{'chargePointVendor':'Acme','chargePointModel':'One'}"))
                .isEqualTo("{\"status\":\"Accepted\",\"currentTime\":\"2026-11-21T10:00:00.000Z\",\"interval\":300}");
    }

    /** Another message may have an unknown field of this name. */
    @Test
    void onlyASecurityEventHasATime() {
        String time = "'timestamp':'2026-01-31T09:00:00Z'";

        assertThatThrownBy(() -> answer("SecurityEventNotification", "{'type':'x'," + time + "}"))
                .isInstanceOf(NotAcknowledgedException.class);
        assertThatThrownBy(() -> answer("FirmwareStatusNotification", "{'status':'Idle'," + time + "}"))
                .isInstanceOf(NotAcknowledgedException.class);

        assertThat(kafka.sent(Topics.CHARGER_NOTIFICATIONS))
                .extracting(NotificationRecord::occurredAt)
                .containsExactly(Instant.parse("2026-01-31T09:00:00Z"), FakeKafka.NOW);
    }

    private String answer(String action, String payload) throws NotAcknowledgedException {
        return send(kafka, action, (ObjectNode) Json.mapper().readTree(payload.replace('\'', '"')))
                .toString();
    }

    /** Returns the answer to a request that needs neither transactions nor connectors. */
    @SuppressWarnings("NullAway")
    static ObjectNode send(FakeKafka kafka, String action, ObjectNode payload) throws NotAcknowledgedException {
        Clock clock = Clock.fixed(FakeKafka.NOW, ZoneOffset.UTC);
        Ocpp16Actions actions = new Ocpp16Actions(kafka.stream(clock, "ocpp1.6"), null, null, Duration.ofMinutes(5));
        Validation<Work> valid =
                actions.named(action).orElseThrow().validation().apply(payload, Strictness.TOLERANT);
        return ((Validation.Valid<Work>) valid).request().perform();
    }
}
