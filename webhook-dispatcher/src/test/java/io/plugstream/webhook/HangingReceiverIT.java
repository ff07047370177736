package io.plugstream.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A receiver that never answers, and another organisation whose events are in the same shard. */
class HangingReceiverIT {

    private static final Platform PLATFORM = Platform.get();

    private final TestLog log = PLATFORM.log();

    @Test
    void aSlowEndpointDelaysNobodyElseAndADeletedWebhookGetsNothing() throws Exception {
        assertThat(shard("neighbour")).isEqualTo(shard("slow"));
        try (RecordingReceiver slow = new RecordingReceiver(
                        (_, socket) -> socket.getInputStream().read());
                RecordingReceiver healthy = new RecordingReceiver(RecordingReceiver.OK)) {
            PLATFORM.register("slow", TestLog.webhook("slow", slow.url()));
            PLATFORM.register("neighbour", TestLog.webhook("neighbour", healthy.url()));
            // A new dispatcher begins with few concurrent POSTs.
            for (int i = 0; i < 100; i++) {
                log.publish(Events.connected("neighbour"));
            }
            await().until(() -> healthy.journal().size() == 100);
            List<Long> before = delays(healthy);
            for (int i = 0; i < 74; i++) {
                log.publish(Events.connected("slow"));
            }
            await().until(() ->
                    slow.journal().size() == 64 && log.claims("slow").size() == 74);
            // Well before the first of the 64 times out and lets a waiting delivery begin.
            log.unregister("slow");

            // Each POST to the slow receiver hangs for 5 s meanwhile.
            List<Long> meanwhile = delays(healthy);
            assertThat(median(meanwhile)).as("before: %s", before).isLessThan(3 * median(before) + 200);
            assertThat(meanwhile).allSatisfy(delay -> assertThat(delay).isLessThan(4_000));

            await().atMost(Duration.ofSeconds(30))
                    .pollInterval(Duration.ofMillis(500))
                    .untilAsserted(() -> assertThat(log.ends("slow")).hasSize(74));
            assertThat(slow.journal()).hasSize(64);
            assertThat(log.ends("slow"))
                    .filteredOn(end -> end.outcome() == Outcome.TIMED_OUT)
                    .hasSize(64);
            assertThat(log.ends("slow"))
                    .filteredOn(end -> end.outcome() == Outcome.SHED)
                    .hasSize(10);
        }
    }

    private static int shard(String organisationId) {
        return Topics.CHARGER_EVENTS.partition(Events.connected(organisationId).chargerId());
    }

    /** How long each of 20 events, one after the other, takes to arrive, in milliseconds. */
    private List<Long> delays(RecordingReceiver receiver) throws Exception {
        List<Long> delays = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Instant sent = Instant.now();
            String id = log.publish(Events.connected("neighbour"));
            await().pollInterval(Duration.ofMillis(2)).until(() -> receiver.count(id) == 1);
            delays.add(Duration.between(sent, receiver.journal().getLast().at()).toMillis());
        }
        return delays;
    }

    private static long median(List<Long> delays) {
        return delays.stream().sorted().toList().get(delays.size() / 2);
    }
}
