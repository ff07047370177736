package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import com.standardwebhooks.Webhook;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.json.Timestamps;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.Outcome;
import io.plugstream.model.webhook.SigningSecret;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The body, headers and signatures of a delivery. */
class SignedDeliveryIT {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final Platform PLATFORM = Platform.get();

    private final TestLog log = PLATFORM.log();

    /** The signature is of the time of the attempt: the libraries refuse one that is older than five minutes. */
    @Test
    void aDeliveryIsTheSignedEnvelopeWithItsHeaders() throws Exception {
        try (RecordingReceiver receiver = new RecordingReceiver(RecordingReceiver.OK)) {
            PLATFORM.register(
                    "signed",
                    TestLog.webhook("signed", receiver.url(), TestLog.sealed("signed", "signed", SECRET, null)));
            Instant earlier = Instant.now().minus(Duration.ofMinutes(10)).truncatedTo(ChronoUnit.MILLIS);
            EventRecord event = Events.started("signed", earlier);
            String id = log.publishAsOf(earlier, event);

            Ended end = PLATFORM.ended("signed", id);

            var request = receiver.journal().getFirst();
            assertThat(request.line()).isEqualTo("POST /hook?x=1 HTTP/1.1");
            assertThat(request.body())
                    .isEqualTo(
                            "{\"event\":\"transaction.started\",\"timestamp\":\"" + Timestamps.format(event.timestamp())
                                    + "\",\"data\":{\"transactionId\":7,\"chargeBoxId\":\"CB-1\",\"connectorId\":1,\"idTag\":\"TAG\",\"meterStart\":100}}");
            assertThat(request.headers())
                    .containsEntry("webhook-id", id)
                    .containsEntry("content-type", "application/json");
            assertThat(request.headers().get("user-agent")).matches("Plugstream-Webhooks/\\d.*");
            assertThatCode(() -> new Webhook(SECRET).verify(request.body(), request.httpHeaders()))
                    .doesNotThrowAnyException();
            assertThatCode(() -> new com.svix.Webhook(SECRET).verify(request.body(), request.httpHeaders()))
                    .doesNotThrowAnyException();
            assertThat(end.outcome()).isEqualTo(Outcome.DELIVERED);
            assertThat(end.responseStatus()).isEqualTo(200);
            assertThat(end.attemptedAt()).isNotNull();
            assertThat(end.durationMs()).isNotNull();
        }
    }

    @Test
    void withoutASecretThereIsNoSignature() throws Exception {
        try (RecordingReceiver receiver = new RecordingReceiver(RecordingReceiver.OK)) {
            PLATFORM.register("plain", TestLog.webhook("plain", receiver.url()));
            String id = log.publish(Events.connected("plain"));

            assertThat(PLATFORM.ended("plain", id).outcome()).isEqualTo(Outcome.DELIVERED);
            assertThat(receiver.journal().getFirst().headers()).doesNotContainKey("webhook-signature");
        }
    }

    @Test
    void nothingIsSentIfTheSecretIsNotSealed() throws Exception {
        try (RecordingReceiver receiver = new RecordingReceiver(RecordingReceiver.OK)) {
            PLATFORM.register("clear", TestLog.webhook("clear", receiver.url(), new SigningSecret(SECRET, null)));
            String id = log.publish(Events.connected("clear"));

            assertThat(PLATFORM.ended("clear", id).outcome()).isEqualTo(Outcome.CONNECT_FAILED);
            assertThat(receiver.journal()).isEmpty();
        }
    }

    @Test
    void aFormerSecretSignsUntilItExpires() throws Exception {
        String former = "a former secret, to be out of use soon";
        try (RecordingReceiver receiver = new RecordingReceiver(RecordingReceiver.OK)) {
            Instant until = Instant.now().plusSeconds(8);
            PLATFORM.register(
                    "rotated",
                    TestLog.webhook(
                            "rotated",
                            receiver.url(),
                            TestLog.sealed("rotated", "rotated", SECRET, null),
                            TestLog.sealed("rotated", "rotated", former, until)));
            String during = log.publish(Events.connected("rotated"));
            PLATFORM.ended("rotated", during);
            await().atMost(Duration.ofSeconds(20)).until(() -> Instant.now().isAfter(until));
            String after = log.publish(Events.connected("rotated"));
            PLATFORM.ended("rotated", after);

            assertThat(signatures(receiver, during)).hasSize(2).allMatch(one -> one.startsWith("v1,"));
            assertThat(signatures(receiver, after)).hasSize(1);
            RecordingReceiver.Request last = receiver.journal().getLast();
            assertThatCode(() -> new Webhook(SECRET).verify(last.body(), last.httpHeaders()))
                    .doesNotThrowAnyException();
        }
    }

    private static List<String> signatures(RecordingReceiver receiver, String id) {
        return receiver.journal().stream()
                .filter(request -> request.id().equals(id))
                .flatMap(request -> Stream.of(
                        request.headers().getOrDefault("webhook-signature", "").split(" ")))
                .toList();
    }
}
