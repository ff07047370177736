package io.plugstream.sandbox.shard;

import io.plugstream.base.kafka.DeletedKeys;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxCharger;
import io.plugstream.model.sandbox.SandboxState;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.plugstream.sandbox.charger.SimulationProperties;
import io.plugstream.sandbox.charger.TestChargers;
import io.plugstream.sandbox.log.ShardLog;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Takes shards over from their former owners. */
@Component
final class ShardOpener {

    private static final Logger log = LoggerFactory.getLogger(ShardOpener.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final KafkaClients clients;
    private final TopicTable<ChargerId, SandboxCharger> registered;
    private final DeletedKeys<ChargerId> deleted;
    private final TopicTable<ChargerId, SandboxState> states;
    private final TestChargers chargers;
    private final SimulationProperties properties;
    private final ShardMetrics metrics;
    private final Clock clock;
    /** A permit for each charger that may wake. */
    private final Semaphore room;

    ShardOpener(
            KafkaClients clients,
            TopicTable<ChargerId, SandboxCharger> registered,
            TopicTable<ChargerId, SandboxState> states,
            TestChargers chargers,
            SimulationProperties properties,
            ShardMetrics metrics,
            Clock clock) {
        this.clients = clients;
        this.registered = registered;
        this.deleted = new DeletedKeys<>(registered);
        this.states = states;
        this.chargers = chargers;
        this.properties = properties;
        this.metrics = metrics;
        this.clock = clock;
        this.room = new Semaphore(properties.mostChargers());
    }

    /** The number of chargers that are awake on this instance. */
    int awake() {
        return properties.mostChargers() - room.availablePermits();
    }

    /**
     * Fences former owners of the shard, then reads its chargers' states: in this order no state can follow after the
     * read.
     *
     * @throws KafkaException if Kafka does not answer
     */
    Shard open(int number) {
        var begun = System.nanoTime();
        var shardLog = new ShardLog(clients, number, metrics.commits());
        var shard = new Shard(number, shardLog, registered, deleted, states, chargers, properties, room, clock);
        try {
            shardLog.fenceFormer();
            if (!states.awaitPosition(number, end(Topics.SANDBOX_STATES, number), TIMEOUT)) {
                throw new KafkaException("table " + states.name() + " is behind");
            }
            shard.begin(end(Topics.SANDBOX_ORDERS, number));
        } catch (IOException e) {
            shard.close();
            throw new KafkaException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            shard.close();
            throw new KafkaException(e);
        } catch (RuntimeException e) {
            shard.close();
            throw e;
        }
        var took = Duration.ofNanos(System.nanoTime() - begun);
        metrics.opened(took);
        log.info("Shard {} is open after {} ms; {} chargers are awake", number, took.toMillis(), shard.size());
        return shard;
    }

    private long end(Topic<?, ?> topic, int number) throws InterruptedException {
        var partition = new TopicPartition(topic.name(), number);
        try {
            return clients.end(partition, TIMEOUT);
        } catch (ExecutionException | TimeoutException e) {
            throw new KafkaException("The end offset of " + partition + " is unknown", e);
        }
    }
}
