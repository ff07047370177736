package io.plugstream.webhook.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.Outcome;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import io.plugstream.webhook.TestLog;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** A shard whose outcomes were read before their topic was recreated. */
class SweepOfARecreatedTopicIT {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ClaimLedger ledger = new ClaimLedger(meters);
    private final List<Ended> unknown = new CopyOnWriteArrayList<>();
    private final OpenClaims claims = new OpenClaims();

    @Test
    @SuppressWarnings("NullAway") // no record is unreadable
    void anOutcomeInTheNewTopicIsFound() throws Exception {
        try (Kafka broker = RealParts.newKafka();
                TestLog log = new TestLog(broker.bootstrapServers())) {
            log.createTopics();
            ledger.opened(new Shard());
            ClaimSweep sweep = new ClaimSweep(
                    log.clients(),
                    ledger,
                    new OutcomeProperties(Duration.ofSeconds(45), Duration.ofSeconds(60), Duration.ofMillis(10)),
                    new OutcomeMetrics(meters),
                    null,
                    Clock.systemUTC(),
                    System::nanoTime);
            sweep.start();
            claimedAndEnded(log, 0);
            claimedAndEnded(log, 1);
            await().until(() -> claims.size() == 0);

            log.recreate(Topics.WEBHOOK_DELIVERIES);
            claimedAndEnded(log, 2);
            await().until(() -> claims.size() == 0);

            sweep.stop();
            assertThat(unknown).isEmpty();
        }
    }

    /** The owner learns of the outcome from the log only. */
    private void claimedAndEnded(TestLog log, long offset) throws Exception {
        List<Claimed> made = List.of(new Claimed(
                UUID.randomUUID(),
                "acme",
                Mode.LIVE,
                "w",
                UUID.randomUUID(),
                EventType.CHARGER_BOOT,
                Instant.now().minus(Duration.ofHours(1)).truncatedTo(ChronoUnit.MILLIS)));
        var topic = Topics.WEBHOOK_DELIVERIES;
        Ended ended = Ended.withoutAttempt(made.getFirst(), Outcome.SHED, Instant.now());
        log.append(topic.name(), 0, topic.values().serializer().serialize(topic.name(), ended));
        claims.sent(made, System.nanoTime() - Duration.ofHours(1).toNanos());
        claims.appended(made, offset);
    }

    private final class Shard implements OwnedShard {

        @Override
        public int number() {
            return 0;
        }

        @Override
        public OpenClaims openClaims() {
            return claims;
        }

        @Override
        public void append(List<Ended> outcomes) {
            unknown.addAll(outcomes);
        }
    }
}
