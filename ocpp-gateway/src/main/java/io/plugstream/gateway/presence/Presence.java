package io.plugstream.gateway.presence;

import io.plugstream.base.Instance;
import io.plugstream.gateway.publish.Append;
import io.plugstream.gateway.publish.DurableLog;
import io.plugstream.gateway.publish.GatewayRun;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.publish.Publications;
import io.plugstream.model.charger.GatewayBeat;
import io.plugstream.model.topic.Topics;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Gives this gateway's signs of life, and after each looks for connections that nobody holds any more and for chargers that are deleted. */
@Component
final class Presence implements SmartLifecycle {

    private static final Logger logger = LoggerFactory.getLogger(Presence.class);

    private final DurableLog log;
    private final Publications publications;
    private final ConnectionClaims claims;
    private final GatewayRun run;
    private final Instance instance;
    private final LostConnections lost;
    private final DeletedChargers deleted;
    private final PresenceProperties properties;
    private final Clock clock;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("presence").daemon().factory());

    private volatile boolean running;

    /** Null before the first sign of life. */
    private volatile @Nullable Append last;

    Presence(
            DurableLog log,
            Publications publications,
            ConnectionClaims claims,
            GatewayRun run,
            Instance instance,
            LostConnections lost,
            DeletedChargers deleted,
            PresenceProperties properties,
            Clock clock) {
        this.log = log;
        this.publications = publications;
        this.claims = claims;
        this.run = run;
        this.instance = instance;
        this.lost = lost;
        this.deleted = deleted;
        this.properties = properties;
        this.clock = clock;
    }

    @Override
    public void start() {
        running = true;
        long interval = properties.beatInterval().toMillis();
        var _ = timer.scheduleWithFixedDelay(this::beat, 0, interval, TimeUnit.MILLISECONDS);
    }

    @Override
    public void stop() {
        timer.shutdown();
        try {
            // So that nobody has to search for what this run has published.
            giveSign();
        } catch (NotAcknowledgedException e) {
            logger.warn("No last sign of life given: {}", e.getMessage());
        }
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Before the server takes sockets, and until it has closed the last. */
    @Override
    public int getPhase() {
        return 0;
    }

    private void beat() {
        try {
            giveSign();
            publications.heard();
            claims.heard();
            publications.finish();
            lost.sweep();
            deleted.sweep();
        } catch (NotAcknowledgedException e) {
            claims.unheard();
            logger.warn("No sign of life given: {}", e.getMessage());
        } catch (RuntimeException e) {
            logger.error("The search for lost connections failed", e);
        }
    }

    /** One at a time: many at once, after Kafka was away, would make others count silence that was none. */
    private void giveSign() throws NotAcknowledgedException {
        Append sign = last;
        if (sign == null || sign.isDone()) {
            Publications.Progress progress = publications.progress();
            GatewayBeat beat = new GatewayBeat(
                    instance.name(),
                    clock.instant().truncatedTo(ChronoUnit.MILLIS),
                    progress.number(),
                    progress.unpublished());
            sign = log.send(Topics.GATEWAY_BEATS, run.id().toString(), beat);
            last = sign;
        }
        log.await(sign);
    }
}
