package io.plugstream.webhook.outcome;

import static io.plugstream.webhook.outcome.FailingClock.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.Outcome;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;

/** Recording outcomes without a broker: an error ends neither the writer nor the sweep. */
class OutcomesAfterAnErrorTest {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final FailingClock clock = new FailingClock();
    private final ClaimLedger ledger = new ClaimLedger(meters);
    private final OutcomeMetrics metrics = new OutcomeMetrics(meters);
    private final OutcomeProperties times =
            new OutcomeProperties(Duration.ofSeconds(45), Duration.ofSeconds(60), Duration.ofMillis(10));
    private final KafkaClients clients = new KafkaClients(new KafkaProperties(), new KafkaConnectionDetails() {
        @Override
        public List<String> getBootstrapServers() {
            return List.of("localhost:1");
        }
    });

    @Test
    void outcomesAreWrittenAfterAnError() {
        OutcomeLog log = new OutcomeLog(clients, new Instance("test"), ledger, times, metrics, clock, this::nanos);
        long longAgo = -Duration.ofHours(1).toNanos();
        log.append(0, longAgo, claimed());
        log.append(0, longAgo, claimed());
        log.start();

        await().until(() -> lost() == 2);

        log.stop();
        assertThat(log.isRunning()).isFalse();
    }

    /** Without a broker, the first send finds no metadata. */
    @Test
    void anOutcomeIsTriedAgainWithinTheTimeOfAnAppend() {
        OutcomeProperties quick =
                new OutcomeProperties(Duration.ofSeconds(2), Duration.ofMillis(3_500), Duration.ofMillis(10));
        long claimedNanos = System.nanoTime();
        OutcomeLog log = new OutcomeLog(
                clients, new Instance("test"), ledger, quick, metrics, Clock.systemUTC(), System::nanoTime);
        log.append(0, claimedNanos, claimed());
        log.start();

        await().until(() -> lost() == 1);

        assertThat(Duration.ofNanos(System.nanoTime() - claimedNanos)).isGreaterThan(quick.recordWithin());
        log.stop();
    }

    @Test
    @SuppressWarnings("NullAway") // no record is read
    void claimsAreSweptAfterAnError() {
        ClaimSweep sweep = new ClaimSweep(clients, ledger, times, metrics, null, clock, this::nanos);
        sweep.start();

        await().until(() -> clock.asked.get() > 2);

        sweep.stop();
        assertThat(sweep.isRunning()).isFalse();
    }

    private double lost() {
        return meters.get("plugstream.dispatcher.outcomes.lost").counter().count();
    }

    private long nanos() {
        return Duration.between(NOON, clock.instant()).toNanos();
    }

    private static Ended claimed() {
        Claimed claim =
                new Claimed(UUID.randomUUID(), "acme", Mode.LIVE, "w", UUID.randomUUID(), EventType.CHARGER_BOOT, NOON);
        return Ended.withoutAttempt(claim, Outcome.SHED, NOON);
    }
}
