package io.plugstream.webhook.claim;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.webhook.OrganisationWebhooks;
import io.plugstream.webhook.deliver.DeliveryLines;
import io.plugstream.webhook.outcome.ClaimLedger;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Reads events, claims their deliveries and hands these to their lines. After any failure it begins anew from the log. */
@Component
final class ClaimLoop implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(ClaimLoop.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration GLANCE = Duration.ofMillis(20);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(18);

    private final KafkaClients clients;
    private final Instance instance;
    private final ClaimProperties properties;
    private final ShardOpener opener;
    private final ClaimLedger ledger;
    private final Claimant claimant;
    private final DeadLetters deadLetters;
    private final ClaimMeters meters;
    private final Clock clock;
    private final TopicTable<String, OrganisationWebhooks> registrations;
    private final DeliveryLines lines;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private volatile @Nullable ClaimSession session;
    private volatile @Nullable String fault;
    private volatile Instant lastTurn = Instant.MIN;
    private volatile @Nullable Thread thread;

    /** @param created so that the topics exist */
    ClaimLoop(
            KafkaClients clients,
            TopicCreator created,
            Instance instance,
            ClaimProperties properties,
            ShardOpener opener,
            ClaimLedger ledger,
            Claimant claimant,
            DeadLetters deadLetters,
            ClaimMeters claimMeters,
            Clock clock,
            TopicTable<String, OrganisationWebhooks> registrations,
            DeliveryLines lines,
            MeterRegistry meters) {
        this.clients = clients;
        this.instance = instance;
        this.properties = properties;
        this.opener = opener;
        this.ledger = ledger;
        this.claimant = claimant;
        this.deadLetters = deadLetters;
        this.meters = claimMeters;
        this.clock = clock;
        this.registrations = registrations;
        this.lines = lines;
        gauge(
                meters,
                "plugstream.dispatcher.shards.assigned",
                "Shards that are this instance's",
                running -> running.shards().size());
        gauge(meters, "plugstream.dispatcher.shards.open", "Shards that this instance claims", running ->
                (int) running.shards().values().stream().filter(open -> open).count());
        gauge(
                meters,
                "plugstream.dispatcher.events.remembered",
                "Claimed events whose copies would be recognised",
                ClaimSession::remembered);
    }

    private void gauge(MeterRegistry meters, String name, String description, ToIntFunction<ClaimSession> figure) {
        Gauge.builder(name, this, loop -> {
                    ClaimSession running = loop.session;
                    return running == null ? 0 : figure.applyAsInt(running);
                })
                .description(description)
                .register(meters);
    }

    /**
     * What claiming is like.
     *
     * @param shards each shard that is this instance's, and whether it is open
     * @param joined whether the group has said which these are
     * @param lastTurn when events were looked for the last time
     * @param fault what claiming began anew for, until it goes on
     */
    record State(
            Map<Integer, Boolean> shards,
            boolean joined,
            Instant lastTurn,
            @Nullable String fault) {}

    State state() {
        ClaimSession running = session;
        return running == null
                ? new State(Map.of(), false, lastTurn, fault)
                : new State(running.shards(), running.hasJoined(), lastTurn, fault);
    }

    private void claimUntilStopped() {
        // Before that, an event would seem to have no webhooks.
        while (!isStopping() && !registrations.isCaughtUp()) {
            pause(GLANCE);
        }
        while (!isStopping()) {
            try (ClaimSession fresh = new ClaimSession(
                    clients, instance, opener, ledger, claimant, deadLetters, this::pace, meters, clock)) {
                claimWith(fresh);
            } catch (KafkaException e) {
                log.warn("Claiming begins anew after: {}", e.toString());
                failed(e);
            } catch (RuntimeException e) {
                log.error("Claiming begins anew after a fault", e);
                failed(e);
            }
        }
        session = null;
    }

    private void claimWith(ClaimSession fresh) {
        fresh.join();
        session = fresh;
        while (!isStopping()) {
            fresh.claim();
            lastTurn = clock.instant();
            fault = null;
        }
        fresh.leave();
    }

    private Pace pace() {
        return new Pace(
                claim -> lines.room(claim, properties.patience()),
                clock.instant().minus(properties.late()));
    }

    private void failed(RuntimeException failure) {
        session = null;
        fault = failure.getMessage();
        meters.failed();
        pause(PAUSE);
    }

    private boolean isStopping() {
        return stopping.getCount() == 0;
    }

    private void pause(Duration time) {
        try {
            boolean stopped = stopping.await(time.toMillis(), TimeUnit.MILLISECONDS);
            log.trace("Pause is over, stopped {}", stopped);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            stopping.countDown();
        }
    }

    @Override
    public void start() {
        thread = Thread.ofPlatform().name("claims").start(this::claimUntilStopped);
    }

    @Override
    public void stop() {
        stopping.countDown();
        Thread running = thread;
        if (running != null) {
            try {
                if (!running.join(LONGEST_STOP)) {
                    log.error("Claiming did not stop within {}", LONGEST_STOP);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        thread = null;
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }

    @Override
    public int getPhase() {
        return DeliveryLines.PHASE + 100;
    }
}
