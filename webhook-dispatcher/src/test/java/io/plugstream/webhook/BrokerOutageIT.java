package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.webhook.Outcome;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Delivery guarantees when the broker restarts or hangs, and when the group's offsets are lost. */
class BrokerOutageIT {

    /** For a broker's restart on a busy machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Longer than session and request timeouts. The load waits for 20 s. */
    private static final Duration HANGS = Duration.ofSeconds(17);

    private static Kafka broker;
    private static TestLog log;

    @BeforeAll
    static void start() throws Exception {
        broker = RealParts.newKafka();
        log = new TestLog(broker.bootstrapServers());
        log.createTopics();
    }

    @AfterAll
    static void stop() {
        log.close();
        broker.close();
    }

    @Test
    void aBrokerThatRestartsOrForgetsTheGroupCausesNoSecondPost() throws Exception {
        String servers = broker.bootstrapServers();
        List<UUID> published = new ArrayList<>();
        try (RecordingReceiver receiver = RecordingReceiver.delaying(20)) {
            log.register("restarted", TestLog.webhook("restarted", receiver.url()));
            try (var _ = EmbeddedDispatcher.run(servers)) {
                SteadyLoad load = SteadyLoad.of(100, () -> log.publish(Events.connected("restarted")));
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
                Accounts accounts =
                        Accounts.of(log, "restarted", published, receiver).assertBalanced(Outcome.TIMED_OUT);
                assertThat(accounts.with(Outcome.UNKNOWN)).isEmpty();
            }
        }
    }

    /** With all connections open. */
    @Test
    void eventsAreDeliveredSoonAfterAHungBrokerAnswersAgain() throws Exception {
        try (RecordingReceiver receiver = new RecordingReceiver(RecordingReceiver.OK)) {
            log.register("hung", TestLog.webhook("hung", receiver.url()));
            try (var _ = EmbeddedDispatcher.run(broker.bootstrapServers())) {
                SteadyLoad load = SteadyLoad.of(200, () -> log.publish(Events.connected("hung")));
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> receiver.journal().size() > 400);
                // While work is under way.
                Instant resumed = hang();
                int before = receiver.journal().size();
                await().atMost(Duration.ofMinutes(2))
                        .until(() -> receiver.journal().size() > before + 100);
                Duration took = Duration.between(resumed, Instant.now());
                load.end();
                System.out.printf("delivered %d ms after the broker answered again%n", took.toMillis());

                assertThat(took).isLessThan(Duration.ofSeconds(40));
                // Deliveries that were under way when the broker hung may be unknown.
                Accounts.of(log, "hung", load.published(), receiver).assertBalanced();
            }
        }
    }

    /** While the outage lasts, the outcomes become too late, and their claims old enough to be unknown. */
    @Test
    void answersFromBeforeALongOutageAreRecordedAfterIt() throws Exception {
        try (RecordingReceiver receiver = RecordingReceiver.delaying(3_000)) {
            log.register("answered", TestLog.webhook("answered", receiver.url()));
            try (var _ = EmbeddedDispatcher.run(
                    broker.bootstrapServers(), DispatcherProcess.SHORT_TIMES.toArray(String[]::new))) {
                List<UUID> published = new ArrayList<>();
                for (int event = 0; event < 10; event++) {
                    published.add(UUID.fromString(log.publish(Events.connected("answered"))));
                }
                awaitReceived(receiver, published.size());
                hang(Duration.ofSeconds(25));

                Accounts accounts =
                        Accounts.of(log, "answered", published, receiver).assertBalanced();
                assertThat(accounts.with(Outcome.DELIVERED)).hasSize(published.size());
                assertThat(log.ends("answered")).hasSize(published.size());
            }
        }
    }

    private static Instant hang() {
        return hang(HANGS);
    }

    /** Returns when the broker answered again. */
    private static Instant hang(Duration time) {
        broker.pause();
        Instant paused = Instant.now();
        try {
            await().atMost(time.multipliedBy(2)).until(() -> paused.plus(time).isBefore(Instant.now()));
        } finally {
            broker.resume();
        }
        return Instant.now();
    }

    private static void awaitReceived(RecordingReceiver receiver, int count) {
        await().atMost(PATIENCE).until(() -> receiver.journal().size() >= count);
    }

    /** Publishes for at least a second, until one of the events has arrived. */
    private List<UUID> loadUntilReceived(RecordingReceiver receiver) throws Exception {
        int before = receiver.journal().size();
        SteadyLoad load = SteadyLoad.of(100, () -> log.publish(Events.connected("restarted")));
        await().atMost(PATIENCE)
                .until(() ->
                        load.published().size() >= 100 && receiver.journal().size() > before);
        load.end();
        return load.published();
    }
}
