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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A shard whose former owner claimed by a clock that was ahead. */
class SweepAfterAClockStepIT {

    private static final Duration STEP = Duration.ofMinutes(10);

    private static Kafka broker;
    private static TestLog log;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ClaimLedger ledger = new ClaimLedger(meters);
    private final OutcomeMetrics metrics = new OutcomeMetrics(meters);
    private final List<Ended> unknown = new CopyOnWriteArrayList<>();

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
    void anOutcomeThatWasRecordedAfterTheStepBackIsFound() {
        OutcomeProperties times =
                new OutcomeProperties(Duration.ofSeconds(45), Duration.ofSeconds(60), Duration.ofMillis(10));
        Shard shard = new Shard(0, claimed(STEP));
        OutcomeLog former = new OutcomeLog(
                log.clients(), new Instance("former"), new ClaimLedger(meters), times, metrics, Clock.systemUTC());
        former.append(0, Ended.withoutAttempt(shard.claim, Outcome.SHED, Instant.now()));
        former.start();
        await().until(() -> !log.ends().isEmpty());
        former.stop();

        ledger.opened(shard);
        ClaimSweep sweep = sweep(times, Clock.offset(Clock.systemUTC(), STEP.plus(Duration.ofMinutes(2))));
        await().until(() -> shard.claims.size() == 0);
        sweep.stop();

        assertThat(unknown).isEmpty();
    }

    @Test
    void aClaimWithoutOutcomeIsNotOpenUntilTheClockCatchesUp() {
        OutcomeProperties quick =
                new OutcomeProperties(Duration.ofMillis(1_000), Duration.ofMillis(1_500), Duration.ofMillis(10));
        Shard shard = new Shard(1, claimed(Duration.ofHours(3)));
        ledger.opened(shard);

        ClaimSweep sweep = sweep(quick, Clock.systemUTC());
        await().until(() -> shard.claims.size() == 0);
        sweep.stop();

        assertThat(unknown).extracting(Ended::deliveryId).containsExactly(shard.claim.deliveryId());
    }

    @SuppressWarnings("NullAway") // no record is unreadable
    private ClaimSweep sweep(OutcomeProperties times, Clock clock) {
        ClaimSweep sweep = new ClaimSweep(log.clients(), ledger, times, metrics, null, clock);
        sweep.start();
        return sweep;
    }

    private static Claimed claimed(Duration ahead) {
        return new Claimed(
                UUID.randomUUID(),
                "acme",
                Mode.LIVE,
                "w",
                UUID.randomUUID(),
                EventType.CHARGER_BOOT,
                Instant.now().plus(ahead).truncatedTo(ChronoUnit.MILLIS));
    }

    private final class Shard implements OwnedShard {

        private final int number;
        private final Claimed claim;
        private final OpenClaims claims = new OpenClaims();

        private Shard(int number, Claimed claim) {
            this.number = number;
            this.claim = claim;
            claims.sent(List.of(claim));
            claims.appended(List.of(claim), 0);
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
            unknown.addAll(outcomes);
        }
    }
}
