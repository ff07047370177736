package io.plugstream.webhook.outcome;

import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.parts.RealParts;
import io.plugstream.webhook.TestLog;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

/** A shard to which nothing can be appended, for example because its partition has no leader. */
class SweepOfOtherShardsIT {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ClaimLedger ledger = new ClaimLedger(meters);
    private final List<Ended> recorded = new CopyOnWriteArrayList<>();

    @Test
    @SuppressWarnings("NullAway") // no record is unreadable
    void othersGetTheirOutcomesAllTheSame() throws Exception {
        try (TestLog log = new TestLog(RealParts.kafka().bootstrapServers())) {
            log.createTopics();
            ledger.opened(new Shard(0, true));
            ledger.opened(new Shard(1, false));
            ClaimSweep sweep = new ClaimSweep(
                    log.clients(),
                    ledger,
                    new OutcomeProperties(Duration.ofSeconds(45), Duration.ofSeconds(60), Duration.ofMillis(10)),
                    new OutcomeMetrics(meters),
                    null,
                    Clock.systemUTC(),
                    System::nanoTime);
            sweep.start();

            await().until(() -> !recorded.isEmpty());

            sweep.stop();
        }
    }

    /** With a claim that has been open for long. */
    private final class Shard implements OwnedShard {

        private final int number;
        private final boolean isAway;
        private final OpenClaims claims = new OpenClaims();

        private Shard(int number, boolean isAway) {
            this.number = number;
            this.isAway = isAway;
            List<Claimed> old = List.of(new Claimed(
                    UUID.randomUUID(),
                    "acme",
                    Mode.LIVE,
                    "w",
                    UUID.randomUUID(),
                    EventType.CHARGER_BOOT,
                    Instant.now().minus(Duration.ofHours(1)).truncatedTo(ChronoUnit.MILLIS)));
            claims.sent(old, System.nanoTime() - Duration.ofHours(1).toNanos());
            claims.appended(old, 0);
        }

        @Override
        public int number() {
            return number;
        }

        @Override
        public OpenClaims openClaims() {
            return claims;
        }

        @Override
        public void append(List<Ended> outcomes) {
            if (isAway) {
                throw new KafkaException("no leader");
            }
            recorded.addAll(outcomes);
        }
    }
}
