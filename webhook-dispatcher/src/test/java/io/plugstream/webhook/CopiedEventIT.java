package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.event.EventRecord;
import io.plugstream.model.webhook.Outcome;
import org.junit.jupiter.api.Test;

/** An event that is in the log twice, as after an append that timed out but was written. */
class CopiedEventIT {

    private static final Platform PLATFORM = Platform.get();

    private final TestLog log = PLATFORM.log();

    @Test
    void aCopyOfAnEventCausesNoSecondPostEvenAfterARestart() throws Exception {
        try (RecordingReceiver receiver = new RecordingReceiver(RecordingReceiver.OK)) {
            PLATFORM.register("copied", TestLog.webhook("copied", receiver.url()));
            EventRecord event = Events.connected("copied");
            String id = log.publish(event);
            log.publish(event);
            assertThat(PLATFORM.ended("copied", id).outcome()).isEqualTo(Outcome.DELIVERED);
            log.publish(event);
            PLATFORM.restart(() -> log.publish(event));
            log.publish(event);

            String last = log.publish(Events.connected("copied"));

            // Events that are read later are delivered later.
            assertThat(PLATFORM.ended("copied", last).outcome()).isEqualTo(Outcome.DELIVERED);
            assertThat(receiver.count(id)).isEqualTo(1);
            assertThat(receiver.journal()).hasSize(2);
            assertThat(log.claims("copied")).hasSize(2);
        }
    }
}
