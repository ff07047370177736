package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import com.standardwebhooks.Webhook;
import io.plugstream.model.event.EventType;
import io.plugstream.model.json.Timestamps;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.webhook.Outcome;
import io.plugstream.model.webhook.SampleEvent;
import io.plugstream.model.webhook.WebhookRegistration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Sample events that a user requests. */
class SampleIT {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final Platform PLATFORM = Platform.get();

    private final TestLog log = PLATFORM.log();

    @Test
    void aSampleIsPostedOnceAndOnlyToItsWebhookEvenIfThatIsInactive() throws Exception {
        try (RecordingReceiver asked = new RecordingReceiver(RecordingReceiver.OK);
                RecordingReceiver other = new RecordingReceiver(RecordingReceiver.OK)) {
            WebhookRegistration resting = new WebhookRegistration(
                    "tried",
                    Mode.LIVE,
                    asked.url(),
                    Set.of(EventType.CHARGER_BOOT),
                    false,
                    List.of(TestLog.sealed("tests", "tried", SECRET, null)));
            PLATFORM.register("tests", resting, TestLog.webhook("untried", other.url()));
            SampleEvent sample = Events.sample("tests", "tried");
            String id = log.publish(sample);

            assertThat(PLATFORM.ended("tried", id).outcome()).isEqualTo(Outcome.DELIVERED);
            var request = asked.journal().getFirst();
            assertThat(request.body())
                    .isEqualTo("{\"event\":\"charger.connected\",\"timestamp\":\""
                            + Timestamps.format(sample.requestedAt()) + "\",\"data\":{\"chargeBoxId\":\"CB-1\"}}");
            assertThatCode(() -> new Webhook(SECRET).verify(request.body(), request.httpHeaders()))
                    .doesNotThrowAnyException();

            PLATFORM.restart(log::forgetGroups);
            String second = log.publish(Events.sample("tests", "tried"));

            assertThat(PLATFORM.ended("tried", second).outcome()).isEqualTo(Outcome.DELIVERED);
            assertThat(asked.count(id)).isEqualTo(1);
            assertThat(asked.journal()).hasSize(2);
            assertThat(log.claims("tried")).hasSize(2);
            assertThat(other.journal()).isEmpty();
        }
    }

    @Test
    void aSampleWaitsForItsWebhookToBecomeKnownAndIsShedOtherwise() throws Exception {
        try (RecordingReceiver receiver = new RecordingReceiver(RecordingReceiver.OK)) {
            String nobodys = log.publish(Events.sample("late", "nobodys"));
            assertThat(PLATFORM.ended("nobodys", nobodys).outcome()).isEqualTo(Outcome.SHED);

            String early = log.publish(Events.sample("late", "new"));
            await().until(() -> !log.claims("new").isEmpty());
            log.register("late", TestLog.webhook("new", receiver.url()));

            assertThat(PLATFORM.ended("new", early).outcome()).isEqualTo(Outcome.DELIVERED);
        }
    }

    @Test
    void aSampleWaitsForTheNewestSecretOfItsWebhookButNotForEver() throws Exception {
        try (RecordingReceiver receiver = new RecordingReceiver(RecordingReceiver.OK)) {
            WebhookRegistration unsigned = TestLog.webhook("rotated", receiver.url());
            WebhookRegistration signed =
                    TestLog.webhook("rotated", receiver.url(), TestLog.sealed("rotations", "rotated", SECRET, null));
            PLATFORM.register("rotations", unsigned);

            String id = log.publish(Events.sample("rotations", "rotated", signed));
            await().until(() -> !log.claims("rotated").isEmpty());
            log.register("rotations", signed);

            assertThat(PLATFORM.ended("rotated", id).outcome()).isEqualTo(Outcome.DELIVERED);
            var request = receiver.journal().getFirst();
            assertThatCode(() -> new Webhook(SECRET).verify(request.body(), request.httpHeaders()))
                    .doesNotThrowAnyException();
            String outdated = log.publish(Events.sample("rotations", "rotated", unsigned));
            assertThat(PLATFORM.ended("rotated", outdated).outcome()).isEqualTo(Outcome.DELIVERED);
        }
    }
}
