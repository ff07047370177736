package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.webhook.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Claims after a first start, after a restart, and after an unreadable record. */
class WhereClaimingBeginsIT {

    private static final Platform PLATFORM = Platform.get();

    private final TestLog log = PLATFORM.log();

    @Test
    void theFirstStartDeliversRecentEventsAndNoOlderOnes() {
        await().atMost(Duration.ofSeconds(20)).until(() -> PLATFORM.early().count(PLATFORM.recent()) == 1);
        assertThat(log.claims("early")).hasSize(1);
    }

    @Test
    void aRestartWithLostOffsetsCausesNoSecondPost() throws Exception {
        try (RecordingReceiver receiver = new RecordingReceiver(RecordingReceiver.OK)) {
            PLATFORM.register("again", TestLog.webhook("again", receiver.url()));
            List<String> before = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                before.add(log.publish(Events.connected("again")));
            }
            await().until(() -> receiver.journal().size() == 20);
            List<String> between = new ArrayList<>();
            PLATFORM.restart(() -> {
                between.add(log.publish(Events.connected("again")));
                log.forgetGroups();
            });

            String after = log.publish(Events.connected("again"));

            assertThat(PLATFORM.ended("again", after).outcome()).isEqualTo(Outcome.DELIVERED);
            assertThat(PLATFORM.ended("again", between.getFirst()).outcome()).isEqualTo(Outcome.DELIVERED);
            assertThat(before).allSatisfy(id -> assertThat(receiver.count(id)).isEqualTo(1));
            assertThat(receiver.journal()).hasSize(22);
            assertThat(log.claims("again")).hasSize(22);
            assertThat(log.ends("again")).hasSize(22);
        }
    }

    @Test
    void anUnreadableRecordIsParkedAndItsPartitionContinues() throws Exception {
        try (RecordingReceiver receiver = new RecordingReceiver(RecordingReceiver.OK)) {
            PLATFORM.register("poison", TestLog.webhook("poison", receiver.url()));
            log.publishRaw("poison/CB-1", "{broken".getBytes(StandardCharsets.UTF_8));
            String id = log.publish(Events.connected("poison"));

            assertThat(PLATFORM.ended("poison", id).outcome()).isEqualTo(Outcome.DELIVERED);
            assertThat(log.read("webhook-dispatcher-dead-letters"))
                    .anySatisfy(
                            letter -> assertThat(letter.value()).isEqualTo("{broken".getBytes(StandardCharsets.UTF_8)));
        }
    }
}
