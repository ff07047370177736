package io.plugstream.gateway.presence;

import io.plugstream.base.Instance;
import io.plugstream.gateway.publish.DurableLog;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.GatewayBeat;
import io.plugstream.model.topic.Topics;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Gives this gateway's signs of life, and after each looks for connections that nobody holds any more and for chargers that are deleted. */
@Component
final class Presence implements SmartLifecycle {

    private static final Logger logger = LoggerFactory.getLogger(Presence.class);

    private final DurableLog log;
    private final GatewayRun run;
    private final Instance instance;
    private final LostConnections lost;
    private final DeletedChargers deleted;
    private final PresenceProperties properties;
    private final Clock clock;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("presence").daemon().factory());

    private volatile boolean running;

    Presence(
            DurableLog log,
            GatewayRun run,
            Instance instance,
            LostConnections lost,
            DeletedChargers deleted,
            PresenceProperties properties,
            Clock clock) {
        this.log = log;
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
        timer.shutdownNow();
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
            GatewayBeat beat = new GatewayBeat(instance.name(), clock.instant().truncatedTo(ChronoUnit.MILLIS));
            log.append(Topics.GATEWAY_BEATS, run.id().toString(), beat);
            lost.sweep();
            deleted.sweep();
        } catch (NotAcknowledgedException e) {
            logger.warn("No sign of life given: {}", e.getMessage());
        } catch (RuntimeException e) {
            logger.error("The search for lost connections failed", e);
        }
    }
}
