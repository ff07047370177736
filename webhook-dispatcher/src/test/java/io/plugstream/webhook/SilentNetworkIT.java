package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.webhook.WebhookRegistration;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import io.plugstream.parts.TcpProxy.Direction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;

/** The network between the dispatcher and Kafka drops traffic silently. */
class SilentNetworkIT {

    private static final Duration NOTICED = Duration.ofSeconds(15);
    private static final Duration LONG = Duration.ofSeconds(60);

    private static Kafka broker;
    private static TestLog log;
    private static ConfigurableApplicationContext dispatcher;

    @BeforeAll
    static void start() throws Exception {
        broker = RealParts.newProxiedKafka();
        log = new TestLog(broker.bootstrapServers());
        log.createTopics();
        dispatcher = EmbeddedDispatcher.run(broker.proxiedServers());
    }

    @AfterAll
    static void stop() {
        dispatcher.close();
        log.close();
        broker.close();
    }

    @AfterEach
    void restore() {
        broker.network().restore();
    }

    @Test
    void everythingGoesOnWithinFifteenSecondsAfterConnectionsWereForgotten() throws Exception {
        try (RecordingReceiver old = new RecordingReceiver(RecordingReceiver.OK);
                RecordingReceiver young = new RecordingReceiver(RecordingReceiver.OK)) {
            register("forgotten", TestLog.webhook("old", old.url()));
            List<UUID> published = new ArrayList<>(publishUntilReceived("forgotten", old, LONG));

            broker.network().forget();
            Instant forgotten = Instant.now();

            log.register("forgotten-too", TestLog.webhook("young", young.url()));
            // At the same time, because it is in another shard, whose producer has its own connection.
            SteadyLoad another = SteadyLoad.of(20, () -> log.publish(Events.connected("forgotten-too")));
            try {
                published.addAll(publishUntilReceived("forgotten", old, left(forgotten)));
                await("an event of a new webhook")
                        .atMost(left(forgotten))
                        .until(() -> !young.journal().isEmpty());
            } finally {
                another.end();
            }
            Accounts.of(log, "old", published, old).assertBalanced();
        }
    }

    @Test
    void lostAcknowledgementsCauseNoSecondPost() throws Exception {
        try (RecordingReceiver receiver = new RecordingReceiver(RecordingReceiver.OK)) {
            register("lost", TestLog.webhook("lost", receiver.url()));
            List<UUID> published = new ArrayList<>(publishUntilReceived("lost", receiver, LONG));

            SteadyLoad load = SteadyLoad.of(100, () -> log.publish(Events.connected("lost")));
            await().atMost(LONG).until(() -> receiver.journal().size() >= published.size() + 50);
            broker.network().lose(Direction.TO_CLIENT);
            await("health is down")
                    .atMost(NOTICED)
                    .until(() -> dispatcher
                            .getBean(HealthEndpoint.class)
                            .health()
                            .getStatus()
                            .equals(Status.DOWN));
            load.end();
            published.addAll(load.published());

            broker.network().restore();
            published.addAll(publishUntilReceived("lost", receiver, NOTICED));
            Accounts.of(log, "lost", published, receiver).assertBalanced();
        }
    }

    private static void register(String organisation, WebhookRegistration webhook) throws Exception {
        log.register(organisation, webhook);
        await().atMost(LONG)
                .until(() -> dispatcher.getBean(TopicTable.class).entries().containsKey(organisation));
    }

    private static Duration left(Instant since) {
        Duration left = Duration.between(Instant.now(), since.plus(NOTICED));
        return left.isPositive() ? left : Duration.ofMillis(1);
    }

    /** Publishes until one of the published events has arrived. */
    private static List<UUID> publishUntilReceived(String organisation, RecordingReceiver receiver, Duration most)
            throws Exception {
        SteadyLoad load = SteadyLoad.of(20, () -> log.publish(Events.connected(organisation)));
        try {
            await("an event of " + organisation)
                    .atMost(most)
                    .until(() -> load.published().stream().anyMatch(id -> receiver.count(id.toString()) > 0));
        } finally {
            load.end();
        }
        assertThat(load.published()).isNotEmpty();
        return load.published();
    }
}
