package io.plugstream.webhook.outcome;

import io.plugstream.base.Instance;
import io.plugstream.base.RepeatingWork;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.DeliveryRecord;
import io.plugstream.model.webhook.DeliveryRecord.Ended;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Appends the outcomes of this instance's deliveries to the deliveries topic. {@link #append} is called on event loops
 * and never blocks; a separate thread feeds the producer. An outcome is retried until Kafka acknowledges it, or until
 * it is the sweep's turn to record it.
 */
@Component
public final class OutcomeLog extends RepeatingWork {

    /** Starts before the dispatcher's other components and stops after them. */
    public static final int PHASE = 0;

    private static final Logger log = LoggerFactory.getLogger(OutcomeLog.class);
    private static final Duration LONGEST_FLUSH = Duration.ofSeconds(15);
    private static final int POLL_MS = 100;
    private static final int LINGER_MS = 5;

    /** A send waits this part of an append's time for the topic's metadata; then it is tried again. */
    private static final int BLOCKS_IN_AN_APPEND = 10;

    /** Pause between two writes; outcomes that wait in it are lost with a crashed process. */
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Producer<String, DeliveryRecord> producer;
    private final ClaimLedger ledger;
    private final OutcomeProperties times;
    private final OutcomeMetrics metrics;
    private final Clock clock;
    private final LongSupplier nanos;
    /** Lock-free, because event loops add to it. */
    private final BlockingQueue<End> queue = new LinkedTransferQueue<>();

    private final AtomicInteger open = new AtomicInteger();

    OutcomeLog(
            KafkaClients clients,
            Instance instance,
            ClaimLedger ledger,
            OutcomeProperties times,
            OutcomeMetrics metrics,
            Clock clock,
            LongSupplier nanos) {
        super("outcomes", LONGEST_FLUSH);
        this.ledger = ledger;
        this.times = times;
        this.metrics = metrics;
        this.clock = clock;
        this.nanos = nanos;
        Map<String, Object> settings = clients.producer();
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "webhook-dispatcher-outcomes-" + instance.name());
        // Nobody waits for an outcome, so that many may share a request.
        settings.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MS);
        settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        int append = Math.toIntExact(times.appendTimeout().toMillis());
        int block = append / BLOCKS_IN_AN_APPEND;
        int timeout = append - block;
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, block);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, timeout);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.min(timeout - LINGER_MS, 3_000));
        this.producer = KafkaClients.openProducer(
                settings,
                Topics.WEBHOOK_DELIVERIES.keys().serializer(),
                Topics.WEBHOOK_DELIVERIES.values().serializer());
    }

    /**
     * Queues an outcome; its record goes to the partition with the number {@code shard}.
     *
     * @param claimedNanos when the delivery was claimed, by a clock that is never set
     */
    public void append(int shard, long claimedNanos, Ended ended) {
        ledger.known(ended);
        open.incrementAndGet();
        queue.add(new End(shard, claimedNanos, ended));
    }

    private record End(int shard, long claimedNanos, Ended ended) {}

    @Override
    protected void work() {
        try {
            while (!thread.isStopping() || open.get() > 0) {
                End end = queue.poll(POLL_MS, TimeUnit.MILLISECONDS);
                if (end != null) {
                    send(end);
                    List<End> others = new ArrayList<>();
                    queue.drainTo(others);
                    others.forEach(this::send);
                    var _ = thread.isStoppedWithin(PAUSE);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(End end) {
        try {
            if (nanos.getAsLong() - end.claimedNanos() > times.recordWithin().toNanos()) {
                leave(end, "too late");
                return;
            }
            var _ = producer.send(
                    new ProducerRecord<>(
                            Topics.WEBHOOK_DELIVERIES.name(),
                            end.shard(),
                            OutcomeTime.of(end.ended(), clock.instant()),
                            end.ended().webhookId(),
                            end.ended()),
                    (_, failure) -> acknowledge(end, failure));
        } catch (KafkaException e) {
            acknowledge(end, e);
        } catch (Throwable e) {
            // Catches errors as well: otherwise the outcomes that were drained with this one would be lost, too.
            refuse(end, e);
        }
    }

    private void acknowledge(End end, @Nullable Exception failure) {
        if (failure == null) {
            ledger.ended(end.shard(), end.ended().deliveryId());
            metrics.recorded(end.ended().outcome());
            open.decrementAndGet();
        } else if (failure instanceof RetriableException) {
            queue.add(end);
        } else if (failure instanceof RecordTooLargeException || failure instanceof SerializationException) {
            refuse(end, failure);
        } else {
            leave(end, failure.toString());
        }
    }

    /** The sweep could not record it either, nor any outcome of the shard with it. */
    private void refuse(End end, Throwable reason) {
        ledger.forget(end.ended().deliveryId());
        leave(end, reason.toString());
    }

    /** Leaves the delivery to the sweep of its shard's owner. Only if that is this process, it knows the outcome. */
    private void leave(End end, String reason) {
        metrics.lost();
        open.decrementAndGet();
        log.error(
                "Outcome {} of delivery {} is not recorded in time: {}",
                end.ended().outcome(),
                end.ended().deliveryId(),
                reason);
    }

    @Override
    public void stop() {
        super.stop();
        if (open.get() > 0) {
            log.error("{} outcomes are not recorded; those deliveries become unknown", open.get());
        }
        producer.close(Duration.ofSeconds(1));
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
