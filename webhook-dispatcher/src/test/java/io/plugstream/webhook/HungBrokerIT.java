package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A broker that hangs for a while with all connections open. */
class HungBrokerIT {

    /** Longer than session and request timeouts. The load waits for 20 s. */
    private static final Duration HANGS = Duration.ofSeconds(17);

    @Test
    void eventsAreDeliveredSoonAfterAHungBrokerAnswersAgain() throws Exception {
        try (Kafka broker = RealParts.newKafka();
                TestLog log = new TestLog(broker.bootstrapServers());
                RecordingReceiver receiver = new RecordingReceiver(RecordingReceiver.OK)) {
            log.createTopics();
            log.register("acme", TestLog.webhook("a", receiver.url()));
            try (var _ = EmbeddedDispatcher.run(broker.bootstrapServers())) {
                SteadyLoad load = SteadyLoad.of(200, () -> log.publish(Events.connected("acme")));
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> receiver.journal().size() > 400);
                // While work is under way.
                broker.pause();
                Instant paused = Instant.now();
                await().atMost(HANGS.multipliedBy(2))
                        .until(() -> paused.plus(HANGS).isBefore(Instant.now()));
                broker.resume();
                Instant resumed = Instant.now();
                int before = receiver.journal().size();
                await().atMost(Duration.ofMinutes(2))
                        .until(() -> receiver.journal().size() > before + 100);
                Duration took = Duration.between(resumed, Instant.now());
                load.end();
                System.out.printf("delivered %d ms after the broker answered again%n", took.toMillis());

                assertThat(took).isLessThan(Duration.ofSeconds(40));
                // Deliveries that were under way when the broker hung may be unknown.
                Accounts.of(log, "a", load.published(), receiver).assertBalanced();
            }
        }
    }
}
