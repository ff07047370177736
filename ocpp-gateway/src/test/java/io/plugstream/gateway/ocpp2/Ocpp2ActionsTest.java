package io.plugstream.gateway.ocpp2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.gateway.payload.Strictness;
import io.plugstream.gateway.payload.Validation;
import io.plugstream.gateway.protocol.ChargerAction.Work;
import io.plugstream.gateway.publish.FakeKafka;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.json.Json;
import io.plugstream.model.topic.Topics;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class Ocpp2ActionsTest {

    private static final String REPORTS = Topics.COMMAND_REPORTS.name();
    private static final String NOTIFICATIONS = Topics.CHARGER_NOTIFICATIONS.name();

    private final FakeKafka kafka = FakeKafka.open();

    @SuppressWarnings("NullAway") // reports need no transactions
    private final Ocpp2Actions actions =
            new Ocpp2Actions(kafka.stream(Clock.systemUTC(), "ocpp2.0.1"), null, null, Duration.ofMinutes(5));

    @AfterEach
    void close() {
        kafka.close();
    }

    /** A status is a part without a number, and has the time at which the gateway received it. */
    @Test
    void aRepeatedStatusIsOnePartOfAReport() throws Exception {
        assertThatThrownBy(() -> send("Uploading")).isInstanceOf(NotAcknowledgedException.class);
        complete();
        assertThat(send("Uploading")).isEmpty();
        assertSent(REPORTS, NOTIFICATIONS);

        assertThatThrownBy(() -> send("Uploading")).isInstanceOf(NotAcknowledgedException.class);
        assertSent(REPORTS, NOTIFICATIONS, REPORTS, NOTIFICATIONS);
    }

    @Test
    void aPartIsOnceInTheReportThoughItsNotificationIsLate() throws Exception {
        assertThatThrownBy(() -> send("Uploading")).isInstanceOf(NotAcknowledgedException.class);
        var _ = kafka.producer.completeNext();
        assertThatThrownBy(() -> send("Uploading")).isInstanceOf(NotAcknowledgedException.class);
        complete();

        assertThat(send("Uploading")).isEmpty();

        assertSent(REPORTS, NOTIFICATIONS);
    }

    /** In JSON Schema, 7.0 is an integer. */
    @Test
    void theNumberOfARequestMayHaveAZeroFraction() {
        assertThatThrownBy(() -> send(Json.mapper()
                        .createObjectNode()
                        .put("status", "Uploading")
                        .put("requestId", new BigDecimal("7.0"))))
                .isInstanceOf(NotAcknowledgedException.class);

        assertSent(REPORTS, NOTIFICATIONS);
    }

    private void complete() {
        while (kafka.producer.completeNext()) {
            // There may be another one.
        }
    }

    private void assertSent(String... topics) {
        assertThat(kafka.producer.history()).extracting(ProducerRecord::topic).containsExactly(topics);
    }

    private ObjectNode send(String status) throws NotAcknowledgedException {
        return send(Json.mapper().createObjectNode().put("status", status).put("requestId", 7));
    }

    private ObjectNode send(ObjectNode payload) throws NotAcknowledgedException {
        Validation<Work> valid = actions.named("LogStatusNotification")
                .orElseThrow()
                .validation()
                .apply(payload, Strictness.STRICT);
        return ((Validation.Valid<Work>) valid).request().perform();
    }
}
