package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.transaction.ChargerTransactions;
import io.plugstream.model.transaction.ChargerTransactions.Entry;
import io.plugstream.model.transaction.ChargerTransactions.Stop;
import io.plugstream.model.transaction.Publisher;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Chargers that are registered and send nothing any more. */
class QuietChargersIT {

    private static final TestTopics topics = SharedGateway.topics();

    /** Nothing else would remove its drivers' tags. */
    @Test
    void transactionsThatEndedLongAgoAreForgotten() throws Exception {
        ChargerId id = SharedGateway.registered();
        Instant now = Instant.now();
        Entry old = entry(7, new Stop(now.minus(Duration.ofDays(8)), new UUID(8, 7), Publisher.PUBLISHED));
        Entry running = entry(8, null);
        topics.write(Topics.OPEN_TRANSACTIONS, id, new ChargerTransactions(3, List.of(old, running), List.of()));
        try (RunningGateway swift = RunningGateway.start(
                RealParts.kafka().bootstrapServers(), "plugstream.gateway.memory.sweep-interval=100ms")) {
            swift.awaitKnown(id);
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(
                                    topics.read(Topics.OPEN_TRANSACTIONS, id).getLast())
                            .isEqualTo(new ChargerTransactions(4, List.of(running), List.of())));
        }
        assertThat(topics.read(Topics.OPEN_TRANSACTIONS, id)).hasSize(2);
    }

    private static Entry entry(int transactionId, @Nullable Stop stop) {
        Instant start = Instant.parse("2026-01-31T09:00:00Z");
        return new Entry(
                transactionId, 1, "TAG", 1500, start, new UUID(0, transactionId), start, stop, Publisher.PUBLISHED);
    }
}
