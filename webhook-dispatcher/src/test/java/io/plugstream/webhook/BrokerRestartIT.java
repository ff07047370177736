package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.webhook.Outcome;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Delivery guarantees when the broker restarts and when the group's offsets are lost. */
class BrokerRestartIT {

    /** For a broker's restart on a busy machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private Kafka broker;
    private TestLog log;

    @BeforeEach
    void start() throws Exception {
        broker = RealParts.newKafka();
        log = new TestLog(broker.bootstrapServers());
        log.createTopics();
    }

    @AfterEach
    void stop() {
        log.close();
        broker.close();
    }

    @Test
    void aBrokerThatRestartsOrForgetsTheGroupCausesNoSecondPost() throws Exception {
        String servers = broker.bootstrapServers();
        List<UUID> published = new ArrayList<>();
        try (RecordingReceiver receiver = RecordingReceiver.delaying(20)) {
            log.register("acme", TestLog.webhook("a", receiver.url()));
            try (var _ = EmbeddedDispatcher.run(servers)) {
                SteadyLoad load = SteadyLoad.of(100, () -> log.publish(Events.connected("acme")));
                awaitReceived(receiver, 50);
                int before = load.published().size();
                broker.stop();
                broker.startAgain();
                await().atMost(PATIENCE).until(() -> load.published().size() >= before + 50);
                awaitReceived(receiver, before + 50);
                load.end();
                published.addAll(load.published());
            }
            log.rewindGroup();
            try (var _ = EmbeddedDispatcher.run(servers)) {
                published.addAll(loadUntilReceived(receiver));
                // On a busy machine a POST may time out.
                Accounts accounts = Accounts.of(log, "a", published, receiver).assertBalanced(Outcome.TIMED_OUT);
                assertThat(accounts.with(Outcome.UNKNOWN)).isEmpty();
            }
        }
    }

    private static void awaitReceived(RecordingReceiver receiver, int count) {
        await().atMost(PATIENCE).until(() -> receiver.journal().size() >= count);
    }

    /** Publishes for at least a second, until one of the events has arrived. */
    private List<UUID> loadUntilReceived(RecordingReceiver receiver) throws Exception {
        int before = receiver.journal().size();
        SteadyLoad load = SteadyLoad.of(100, () -> log.publish(Events.connected("acme")));
        await().atMost(PATIENCE)
                .until(() ->
                        load.published().size() >= 100 && receiver.journal().size() > before);
        load.end();
        return load.published();
    }
}
