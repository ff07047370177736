package io.plugstream.webhook.claim;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.base.shard.ShardLoop;
import io.plugstream.base.shard.ShardsHealth;
import io.plugstream.model.webhook.OrganisationWebhooks;
import io.plugstream.webhook.deliver.DeliveryScheduler;
import io.plugstream.webhook.outcome.ClaimLedger;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/** Reads events, claims their deliveries and queues these for delivery. After any failure it restarts from the log. */
@Component
final class ClaimLoop extends ShardLoop<ClaimSession> {

    private final KafkaClients clients;
    private final Instance instance;
    private final ClaimProperties properties;
    private final ShardOpener opener;
    private final ClaimLedger ledger;
    private final Claimant claimant;
    private final DeadLetters deadLetters;
    private final ClaimMetrics metrics;
    private final TopicTable<String, OrganisationWebhooks> registrations;
    private final DeliveryScheduler scheduler;

    ClaimLoop(
            KafkaClients clients,
            Instance instance,
            ClaimProperties properties,
            ShardOpener opener,
            ClaimLedger ledger,
            Claimant claimant,
            DeadLetters deadLetters,
            ClaimMetrics claimMetrics,
            TopicTable<String, OrganisationWebhooks> registrations,
            DeliveryScheduler scheduler,
            MeterRegistry meters) {
        super("claims");
        this.clients = clients;
        this.instance = instance;
        this.properties = properties;
        this.opener = opener;
        this.ledger = ledger;
        this.claimant = claimant;
        this.deadLetters = deadLetters;
        this.metrics = claimMetrics;
        this.registrations = registrations;
        this.scheduler = scheduler;
        Gauge.builder("plugstream.dispatcher.shards.assigned", this, ClaimLoop::assigned)
                .description("Shards assigned to this instance")
                .register(meters);
        Gauge.builder("plugstream.dispatcher.shards.open", this, ClaimLoop::opened)
                .description("Shards that this instance has opened")
                .register(meters);
        Gauge.builder("plugstream.dispatcher.events.remembered", this, loop -> loop.figure(ClaimSession::remembered))
                .description("Claimed events that are remembered to recognise copies")
                .register(meters);
    }

    @Bean
    ShardsHealth claimsHealthIndicator() {
        return new ShardsHealth(this);
    }

    @Override
    protected boolean isReady() {
        // Before that, events would seem to have no webhooks.
        return registrations.isCaughtUp();
    }

    @Override
    protected ClaimSession open() {
        return new ClaimSession(
                ClaimGroup.member(clients, instance),
                opener::open,
                ledger,
                claimant,
                deadLetters::park,
                new Pace(scheduler::room, claim -> scheduler.room(claim, properties.patience()), properties.late()),
                metrics,
                System::nanoTime);
    }

    @Override
    protected void countFailure() {
        metrics.failed();
    }

    @Override
    public int getPhase() {
        return DeliveryScheduler.PHASE + 100;
    }
}
