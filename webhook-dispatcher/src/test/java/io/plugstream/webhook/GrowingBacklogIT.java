package io.plugstream.webhook;

import static org.awaitility.Awaitility.await;

import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A webhook that keeps up, but gets more events than it takes, on a partition that is behind (ADR 24). */
class GrowingBacklogIT {

    private static final Duration MOST = Duration.ofMinutes(3);

    @Test
    void itDoesNotHoldBackOthersForEver() throws Exception {
        try (Kafka broker = RealParts.newKafka();
                TestLog log = new TestLog(broker.bootstrapServers());
                RecordingReceiver quick = new RecordingReceiver(RecordingReceiver.OK);
                RecordingReceiver slow = RecordingReceiver.delaying(300)) {
            log.createTopics();
            log.register("quick", TestLog.webhook("quick", quick.url()));
            log.register("slow", TestLog.webhook("slow", slow.url()));
            for (int i = 0; i < 60; i++) {
                log.publishTo(0, Instant.now().minusSeconds(60), Events.connected("slow"));
            }
            Map<String, Instant> published = new ConcurrentHashMap<>();
            AtomicInteger turn = new AtomicInteger();
            // The slow one takes 13 a second.
            try (var _ = EmbeddedDispatcher.run(
                    broker.bootstrapServers(),
                    "--plugstream.delivery.in-flight=4",
                    "--plugstream.claim.catch-up-within=5s")) {
                SteadyLoad load = SteadyLoad.of(50, () -> {
                    boolean isQuick = turn.incrementAndGet() % 10 == 0;
                    Instant now = Instant.now();
                    String id = log.publishTo(0, now, Events.connected(isQuick ? "quick" : "slow"));
                    if (isQuick) {
                        published.put(id, now);
                    }
                    return id;
                });
                await().atMost(MOST).until(() -> delay(quick, published).compareTo(Duration.ofSeconds(5)) > 0);
                await().atMost(MOST).until(() -> delay(quick, published).compareTo(Duration.ofSeconds(2)) < 0);
                load.end();
            }
        }
    }

    /** Of the event that arrived last. */
    private static Duration delay(RecordingReceiver receiver, Map<String, Instant> published) {
        var journal = receiver.journal();
        if (journal.isEmpty()) {
            return Duration.ZERO;
        }
        RecordingReceiver.Request last = journal.getLast();
        return Duration.between(published.getOrDefault(last.id(), last.at()), last.at());
    }
}
