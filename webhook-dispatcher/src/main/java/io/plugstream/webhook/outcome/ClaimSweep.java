package io.plugstream.webhook.outcome;

import io.plugstream.base.RepeatingWork;
import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import io.plugstream.model.webhook.Outcome;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Records an outcome for claims without one: {@code unknown} for those of a crashed dispatcher, and what is known for
 * its own whose outcome could not be recorded in time. Only a shard's owner does so. It first reads all outcomes in the
 * log, and then appends with the shard's fencing producer, so that an instance that lost the shard cannot append.
 */
@Component
final class ClaimSweep extends RepeatingWork {

    private static final Logger log = LoggerFactory.getLogger(ClaimSweep.class);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(2);

    /** After a long outage there are many, with requests and answers, and claims of the shard wait for their append. */
    private static final int MOST_AT_ONCE = 500;

    private final KafkaClients clients;
    private final ClaimLedger ledger;
    private final OutcomeProperties times;
    private final OutcomeMetrics metrics;
    private final DeadLetters deadLetters;
    private final Clock clock;
    private final LongSupplier nanos;

    ClaimSweep(
            KafkaClients clients,
            ClaimLedger ledger,
            OutcomeProperties times,
            OutcomeMetrics metrics,
            DeadLetters deadLetters,
            Clock clock,
            LongSupplier nanos) {
        super("sweep", LONGEST_STOP);
        this.clients = clients;
        this.ledger = ledger;
        this.times = times;
        this.metrics = metrics;
        this.deadLetters = deadLetters;
        this.clock = clock;
        this.nanos = nanos;
    }

    @Override
    protected void work() {
        try (OutcomeReader reader = new OutcomeReader(clients, ledger, deadLetters)) {
            while (!thread.isStoppedWithin(times.sweepEvery())) {
                sweep(reader);
            }
        }
    }

    private void sweep(OutcomeReader reader) {
        Collection<OwnedShard> shards = ledger.shards();
        reader.keepOnly(shards);
        long latest = nanos.getAsLong() - times.unknownAfter().toNanos();
        RuntimeException fault = null;
        for (OwnedShard shard : shards) {
            try {
                sweep(reader, shard, latest);
            } catch (InterruptException e) {
                throw e;
            } catch (RuntimeException e) {
                // A partition without a leader must not keep the others from their outcomes.
                log.warn("Shard {} is swept later: {}", shard.number(), e.toString());
                fault = e;
            }
        }
        if (fault != null) {
            throw fault;
        }
    }

    private void sweep(OutcomeReader reader, OwnedShard shard, long latest) {
        OpenClaims claims = shard.openClaims();
        List<Claimed> due = claims.due(latest);
        if (!due.isEmpty()) {
            // Outcomes of claims that were made by a clock ahead may have been recorded by one that is right.
            Instant oldest = due.stream()
                    .map(Claimed::claimedAt)
                    .reduce(clock.instant().minus(times.unknownAfter()), (a, b) -> a.isBefore(b) ? a : b);
            reader.readToTheEnd(shard, oldest);
            List<Claimed> without = claims.due(latest);
            for (int from = 0; from < without.size(); from += MOST_AT_ONCE) {
                record(shard, without.subList(from, Math.min(from + MOST_AT_ONCE, without.size())));
            }
        }
    }

    private void record(OwnedShard shard, List<Claimed> claims) {
        List<Ended> outcomes = claims.stream().map(this::outcome).toList();
        shard.append(outcomes);
        log.warn(
                "{} claims of shard {} had no outcome in time; {} of them are recorded as unknown",
                claims.size(),
                shard.number(),
                outcomes.stream()
                        .filter(ended -> ended.outcome() == Outcome.UNKNOWN)
                        .count());
        for (Ended outcome : outcomes) {
            ledger.ended(shard, outcome.deliveryId());
            metrics.recorded(outcome.outcome());
        }
    }

    private Ended outcome(Claimed claim) {
        Ended known = ledger.outcomeOf(claim.deliveryId());
        return known == null ? Ended.withoutAttempt(claim, Outcome.UNKNOWN, clock.instant()) : known;
    }

    /** Stops before the shards are closed. */
    @Override
    public int getPhase() {
        return OutcomeLog.PHASE + 300;
    }
}
