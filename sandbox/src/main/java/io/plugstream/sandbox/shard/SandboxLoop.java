package io.plugstream.sandbox.shard;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.base.shard.ShardLoop;
import io.plugstream.base.shard.ShardsHealth;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxCharger;
import io.plugstream.sandbox.charger.ChargerMetrics;
import io.plugstream.sandbox.charger.SimulationProperties;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/** Passes orders to the chargers of this instance's shards. After any failure it restarts from the log. */
@Component
final class SandboxLoop extends ShardLoop<SandboxSession> {

    private final KafkaClients clients;
    private final Instance instance;
    private final ShardOpener opener;
    private final DeadLetters deadLetters;
    private final ChargerMetrics chargerMetrics;
    private final ShardMetrics metrics;
    private final TopicTable<ChargerId, SandboxCharger> registered;
    private final Clock clock;
    private final Set<ChargerId> changed = ConcurrentHashMap.newKeySet();

    SandboxLoop(
            KafkaClients clients,
            Instance instance,
            ShardOpener opener,
            SimulationProperties properties,
            DeadLetters deadLetters,
            ChargerMetrics chargerMetrics,
            ShardMetrics shardMetrics,
            TopicTable<ChargerId, SandboxCharger> registered,
            Clock clock,
            MeterRegistry meters) {
        super("sandbox");
        this.clients = clients;
        this.instance = instance;
        this.opener = opener;
        this.deadLetters = deadLetters;
        this.chargerMetrics = chargerMetrics;
        this.metrics = shardMetrics;
        this.registered = registered;
        this.clock = clock;
        registered.addListener((id, _) -> changed.add(id));
        Gauge.builder("plugstream.sandbox.shards.assigned", this, SandboxLoop::assigned)
                .description("Shards assigned to this instance")
                .register(meters);
        Gauge.builder("plugstream.sandbox.shards.open", this, SandboxLoop::opened)
                .description("Shards whose chargers this instance simulates")
                .register(meters);
        Gauge.builder("plugstream.sandbox.chargers.awake", opener, ShardOpener::awake)
                .description("Test chargers that are awake on this instance")
                .register(meters);
        Gauge.builder("plugstream.sandbox.chargers.most", properties, SimulationProperties::mostChargers)
                .description("Test chargers that can be awake on this instance")
                .register(meters);
    }

    @Bean
    ShardsHealth shardsHealthIndicator() {
        return new ShardsHealth(this);
    }

    @Override
    protected boolean isReady() {
        return registered.isCaughtUp();
    }

    @Override
    protected SandboxSession open() {
        return new SandboxSession(clients, instance, opener, deadLetters, chargerMetrics, this::changes, clock);
    }

    @Override
    protected void countFailure() {
        metrics.failed();
    }

    private Set<ChargerId> changes() {
        var now = Set.copyOf(changed);
        changed.removeAll(now);
        return now;
    }
}
