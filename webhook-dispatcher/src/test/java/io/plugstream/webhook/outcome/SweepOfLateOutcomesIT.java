package io.plugstream.webhook.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.base.Instance;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.Outcome;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Outcomes that this process knows, but could not record in time. */
class SweepOfLateOutcomesIT {

    private static TestLog log;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ClaimLedger ledger = new ClaimLedger(meters);
    private final OutcomeMetrics metrics = new OutcomeMetrics(meters);
    private final OutcomeProperties times =
            new OutcomeProperties(Duration.ofSeconds(45), Duration.ofSeconds(60), Duration.ofMillis(10));
    private final Clock clock = Clock.systemUTC();
    private final long claimedNanos = System.nanoTime() - Duration.ofMinutes(2).toNanos();
    private final List<Ended> recorded = new CopyOnWriteArrayList<>();
    private int failures;

    @BeforeAll
    static void start() throws Exception {
        log = new TestLog(RealParts.kafka().bootstrapServers());
        log.createTopics();
    }

    @AfterAll
    static void stop() {
        log.close();
    }

    @Test
    void aKnownOutcomeIsRecordedInsteadOfUnknown() {
        Claimed answered = claimed();
        Claimed lost = claimed();
        Ended delivered = delivered(answered);
        appendTooLate(delivered);

        sweepAll(new Shard(0, List.of(answered, lost)));

        assertThat(recorded).hasSize(2).contains(delivered);
        assertThat(recorded)
                .filteredOn(ended -> ended.deliveryId().equals(lost.deliveryId()))
                .extracting(Ended::outcome)
                .containsExactly(Outcome.UNKNOWN);
        assertThat(ledger.outcomeOf(answered.deliveryId())).isNull();
    }

    @Test
    void aKnownOutcomeStaysKnownWhileItCannotBeAppended() {
        Claimed answered = claimed();
        Ended delivered = delivered(answered);
        appendTooLate(delivered);
        failures = 2;

        sweepAll(new Shard(1, List.of(answered)));

        assertThat(recorded).containsExactly(delivered);
    }

    private void appendTooLate(Ended ended) {
        OutcomeLog outcomes =
                new OutcomeLog(log.clients(), new Instance("late"), ledger, times, metrics, clock, System::nanoTime);
        outcomes.append(0, claimedNanos, ended);
        outcomes.start();
        await().until(() ->
                meters.get("plugstream.dispatcher.outcomes.lost").counter().count() == 1);
        outcomes.stop();
    }

    @SuppressWarnings("NullAway") // no record is unreadable
    private void sweepAll(Shard shard) {
        ledger.opened(shard);
        ClaimSweep sweep = new ClaimSweep(log.clients(), ledger, times, metrics, null, clock, System::nanoTime);
        sweep.start();
        await().until(() -> shard.claims.size() == 0);
        sweep.stop();
    }

    private static Ended delivered(Claimed claim) {
        Instant attempted = claim.claimedAt().plusMillis(1);
        return Ended.of(claim, Outcome.DELIVERED, 200, attempted, 5L, attempted.plusMillis(5), null);
    }

    private static Claimed claimed() {
        Instant old = Instant.now().minus(Duration.ofMinutes(2)).truncatedTo(ChronoUnit.MILLIS);
        return new Claimed(UUID.randomUUID(), "acme", Mode.LIVE, "w", UUID.randomUUID(), EventType.CHARGER_BOOT, old);
    }

    private final class Shard implements OwnedShard {

        private final int number;
        private final OpenClaims claims = new OpenClaims();

        private Shard(int number, List<Claimed> open) {
            this.number = number;
            claims.sent(open, claimedNanos);
            claims.appended(open, 0);
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
            if (failures > 0) {
                failures--;
                throw new KafkaException("no leader");
            }
            recorded.addAll(outcomes);
        }
    }
}
