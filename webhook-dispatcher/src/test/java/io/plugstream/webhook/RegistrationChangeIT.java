package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.webhook.WebhookRegistration;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Deliveries to a webhook whose registration changes. */
class RegistrationChangeIT {

    private final TestLog log = Platform.get().log();

    @Test
    void aChangedRegistrationTakesEffectWithinASecond() throws Exception {
        try (RecordingReceiver removed = new RecordingReceiver(RecordingReceiver.OK);
                RecordingReceiver witness = new RecordingReceiver(RecordingReceiver.OK)) {
            Map<String, Instant> published = new LinkedHashMap<>();
            WebhookRegistration stays = TestLog.webhook("witness", witness.url());
            log.register("fallen", TestLog.webhook("removed", removed.url()), stays);
            Instant registered = Instant.now();
            publishFor(Duration.ofSeconds(2), published);
            List<String> wanted = since(registered.plusSeconds(1), published);
            await().until(() -> wanted.stream().allMatch(id -> removed.count(id) == 1));

            log.register("fallen", stays);
            Instant unregistered = Instant.now();
            publishFor(Duration.ofSeconds(2), published);
            List<String> unwanted = since(unregistered.plusSeconds(1), published);
            // Both webhooks' deliveries are claimed together.
            await().until(() -> unwanted.stream().allMatch(id -> witness.count(id) == 1));
            assertThat(wanted).isNotEmpty();
            assertThat(unwanted)
                    .isNotEmpty()
                    .allSatisfy(id -> assertThat(removed.count(id)).isZero());
        }
    }

    private void publishFor(Duration time, Map<String, Instant> published) {
        Instant end = Instant.now().plus(time);
        await().pollInterval(Duration.ofMillis(50)).until(() -> {
            published.put(log.publish(Events.connected("fallen")), Instant.now());
            return Instant.now().isAfter(end);
        });
    }

    private static List<String> since(Instant first, Map<String, Instant> published) {
        return published.entrySet().stream()
                .filter(one -> !one.getValue().isBefore(first))
                .map(Map.Entry::getKey)
                .toList();
    }
}
