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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Clocks that are ahead, or are set while claims are open (ADR 127). */
class SweepAfterAClockStepIT {

    private static final Duration STEP = Duration.ofMinutes(10);

    /** When claims are made or found, by the clock that is never set. */
    private static final long NANOS = -5;

    private static Kafka broker;
    private static TestLog log;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ClaimLedger ledger = new ClaimLedger(meters);
    private final OutcomeMetrics metrics = new OutcomeMetrics(meters);
    private final OutcomeProperties times =
            new OutcomeProperties(Duration.ofSeconds(45), Duration.ofSeconds(60), Duration.ofMillis(10));
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
        Shard shard = new Shard(0, claimed(STEP));
        OutcomeLog former = new OutcomeLog(
                log.clients(),
                new Instance("former"),
                new ClaimLedger(meters),
                times,
                metrics,
                Clock.systemUTC(),
                () -> NANOS);
        former.append(0, NANOS, Ended.withoutAttempt(shard.claim, Outcome.SHED, Instant.now()));
        former.start();
        await().until(() -> !log.ends().isEmpty());
        former.stop();

        ledger.opened(shard);
        ClaimSweep sweep = sweep(
                times,
                Clock.offset(Clock.systemUTC(), STEP.plus(Duration.ofMinutes(2))),
                () -> NANOS + times.unknownAfter().toNanos());
        await().until(() -> shard.claims.size() == 0);
        sweep.stop();

        assertThat(unknown).isEmpty();
    }

    @Test
    void aClaimWithoutOutcomeIsNotOpenUntilTheClockCatchesUp() {
        Shard shard = new Shard(1, claimed(Duration.ofHours(3)));
        ledger.opened(shard);

        ClaimSweep sweep = sweep(
                times, Clock.systemUTC(), () -> NANOS + times.unknownAfter().toNanos());
        await().until(() -> shard.claims.size() == 0);
        sweep.stop();

        assertThat(unknown).extracting(Ended::deliveryId).containsExactly(shard.claim.deliveryId());
    }

    @Test
    void aStepForwardMakesNoClaimUnknown() {
        Shard shard = new Shard(2, claimed(Duration.ZERO));
        ledger.opened(shard);
        AtomicLong passed = new AtomicLong(times.unknownAfter().toNanos() - 1);
        AtomicInteger sweeps = new AtomicInteger();

        ClaimSweep sweep = sweep(times, Clock.offset(Clock.systemUTC(), STEP), () -> {
            sweeps.incrementAndGet();
            return NANOS + passed.get();
        });
        await().until(() -> sweeps.get() > 2);
        assertThat(unknown).isEmpty();

        passed.incrementAndGet();
        await().until(() -> shard.claims.size() == 0);
        sweep.stop();
    }

    @SuppressWarnings("NullAway") // no record is unreadable
    private ClaimSweep sweep(OutcomeProperties times, Clock clock, LongSupplier nanos) {
        ClaimSweep sweep = new ClaimSweep(log.clients(), ledger, times, metrics, null, clock, nanos);
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
            claims.sent(List.of(claim), NANOS);
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
