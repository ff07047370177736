package io.plugstream.webhook.claim;

import io.plugstream.base.Instance;
import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.webhook.deliver.DeliveryScheduler;
import java.time.Clock;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Takes shards over from their former owners. */
@Component
final class ShardOpener {

    private static final Logger log = LoggerFactory.getLogger(ShardOpener.class);

    private final KafkaClients clients;
    private final Instance instance;
    private final ClaimProperties properties;
    private final DeadLetters deadLetters;
    private final DeliveryScheduler scheduler;
    private final ClaimMetrics metrics;
    private final Clock clock;
    private final LongSupplier nanos;

    ShardOpener(
            KafkaClients clients,
            Instance instance,
            ClaimProperties properties,
            DeadLetters deadLetters,
            DeliveryScheduler scheduler,
            ClaimMetrics metrics,
            Clock clock,
            LongSupplier nanos) {
        this.clients = clients;
        this.instance = instance;
        this.properties = properties;
        this.deadLetters = deadLetters;
        this.scheduler = scheduler;
        this.metrics = metrics;
        this.clock = clock;
        this.nanos = nanos;
    }

    /**
     * Fences former owners of the shard, then reads their claims: in this order no claim can follow after the read.
     *
     * @throws org.apache.kafka.common.KafkaException if Kafka does not answer
     */
    OpenShard open(int shard) {
        long begun = System.nanoTime();
        ShardProducer producer = new ShardProducer(clients, shard);
        try (ShardLog shardLog = new ShardLog(clients, deadLetters, properties, clock, nanos)) {
            producer.fenceFormer();
            ShardState state = shardLog.read(shard);
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            metrics.opened(took);
            log.info(
                    "Shard {} is claimed from {} on, {} events are remembered, {} claims may be open; opened in {} ms",
                    shard,
                    state.next(),
                    state.events().size(),
                    state.open().size(),
                    took.toMillis());
            return new OpenShard(shard, instance, producer, state, scheduler::accept, metrics, clock, nanos);
        } catch (RuntimeException e) {
            producer.close();
            throw e;
        }
    }
}
