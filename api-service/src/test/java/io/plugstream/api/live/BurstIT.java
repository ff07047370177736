package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.live.StreamReader.Block;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.api.projection.EventLog;
import io.plugstream.api.projection.Story;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.quota.Tier;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A burst of events, as when a fleet of chargers reconnects. */
class BurstIT {

    /** The head's largest fetch. */
    private static final int BURST = 500;

    private static EventLog log;

    private final ApiReplica replica = Replicas.first();

    @BeforeAll
    static void start() {
        log = new EventLog(Platform.get().kafka());
    }

    @AfterAll
    static void stop() {
        log.close();
    }

    @Test
    void aStreamThatIsReadSurvivesABurst() {
        String organisation = "org-" + UUID.randomUUID();
        String token = Platform.get().tokens().token(organisation);
        Tenant.setTier(replica, organisation, Tier.SCALE);
        try (StreamReader reader = StreamReader.open(
                replica.port(), "/api/v1/events", Map.of("Authorization", "Bearer " + token), Integer.MAX_VALUE)) {
            await().atMost(Duration.ofSeconds(60)).until(() -> !reader.blocks().isEmpty());
            for (int burst = 1; burst <= 10; burst++) {
                int events = burst * BURST;
                log.append(IntStream.range(0, BURST)
                        .mapToObj(n -> new Story(organisation, "CP-" + n).connected())
                        .toArray(EventRecord[]::new));
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> reader.isEnded() || reader.events().size() >= events);
            }
            assertThat(reader.events())
                    .extracting(Block::event)
                    .hasSize(10 * BURST)
                    .containsOnly("charger.connected");
        }
    }
}
