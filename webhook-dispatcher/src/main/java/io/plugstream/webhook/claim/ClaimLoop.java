package io.plugstream.webhook.claim;

import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.webhook.OrganisationWebhooks;
import io.plugstream.webhook.deliver.DeliveryLines;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Reads events, claims their deliveries and hands these to their lines. After any failure it begins anew from what is
 * committed; deliveries of a transaction whose commit failed or is uncertain are never handed on.
 */
@Component
final class ClaimLoop implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(ClaimLoop.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration GLANCE = Duration.ofMillis(20);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(18);

    private final KafkaClients clients;
    private final Instance instance;
    private final ClaimProperties properties;
    private final Claimant claimant;
    private final ClaimMeters meters;
    private final Clock clock;
    private final TopicTable<String, OrganisationWebhooks> registrations;
    private final DeliveryLines lines;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private volatile boolean claiming;
    private volatile @Nullable Thread thread;

    /** @param created so that the topics exist */
    ClaimLoop(
            KafkaClients clients,
            TopicCreator created,
            Instance instance,
            ClaimProperties properties,
            Claimant claimant,
            ClaimMeters meters,
            Clock clock,
            TopicTable<String, OrganisationWebhooks> registrations,
            DeliveryLines lines) {
        this.clients = clients;
        this.instance = instance;
        this.properties = properties;
        this.claimant = claimant;
        this.meters = meters;
        this.clock = clock;
        this.registrations = registrations;
        this.lines = lines;
    }

    /** Whether this instance takes part in claiming at the moment. */
    boolean isClaiming() {
        return claiming;
    }

    private void claimUntilStopped() {
        // Before that, an event would seem to have no webhooks.
        while (!isStopping() && !registrations.isCaughtUp()) {
            pause(GLANCE);
        }
        while (!isStopping()) {
            try (ClaimSession session =
                    new ClaimSession(clients, instance, properties.lookBack(), claimant, this::pace, meters, clock)) {
                claimWith(session);
            } catch (KafkaException e) {
                log.warn("Claiming begins anew after: {}", e.toString());
                failed();
            } catch (RuntimeException e) {
                log.error("Claiming begins anew after a fault", e);
                failed();
            }
        }
    }

    private void claimWith(ClaimSession session) {
        session.join();
        claiming = true;
        while (!isStopping()) {
            session.claim().forEach(lines::accept);
        }
        session.leave();
    }

    private Pace pace() {
        return new Pace(
                claim -> lines.room(claim, properties.patience()),
                clock.instant().minus(properties.late()));
    }

    private void failed() {
        claiming = false;
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
        claiming = false;
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
