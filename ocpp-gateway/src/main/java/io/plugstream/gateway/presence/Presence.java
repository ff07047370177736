package io.plugstream.gateway.presence;

import io.plugstream.base.Instance;
import io.plugstream.base.RepeatingThread;
import io.plugstream.gateway.publish.Append;
import io.plugstream.gateway.publish.DurableLog;
import io.plugstream.gateway.publish.GatewayRun;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.publish.Publications;
import io.plugstream.model.charger.GatewayBeat;
import io.plugstream.model.topic.Topics;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Publishes this gateway's beats, and after each looks for lost connections and deleted chargers. */
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
    private final RepeatingThread timer = new RepeatingThread("presence");

    /** Null before the first beat. */
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
        timer.start(Duration.ZERO, properties.beatInterval(), this::beat);
    }

    @Override
    public void stop() {
        timer.stop();
        try {
            // So that other gateways need not search for events of this run.
            sendBeat();
        } catch (NotAcknowledgedException e) {
            logger.warn("The last beat was not published: {}", e.getMessage());
        }
    }

    @Override
    public boolean isRunning() {
        return timer.isRunning();
    }

    /** Starts before the server accepts sockets and stops after the last one is closed. */
    @Override
    public int getPhase() {
        return 0;
    }

    private void beat() {
        try {
            sendBeat();
            publications.beatStored();
            claims.beatStored();
            publications.finish();
            lost.sweep();
            deleted.sweep();
        } catch (NotAcknowledgedException e) {
            claims.beatMissed();
            logger.warn("The beat was not published: {}", e.getMessage());
        }
    }

    /** Sends one beat at a time. Many at once, after an outage of Kafka, would look like silence of all others. */
    private void sendBeat() throws NotAcknowledgedException {
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
