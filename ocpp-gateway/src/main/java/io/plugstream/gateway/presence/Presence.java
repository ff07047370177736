package io.plugstream.gateway.presence;

import io.plugstream.base.Instance;
import io.plugstream.base.RepeatingWork;
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
import org.springframework.stereotype.Component;

/** Publishes this gateway's beats, and after each looks for lost connections and deleted chargers. */
@Component
final class Presence extends RepeatingWork {

    private static final Logger logger = LoggerFactory.getLogger(Presence.class);

    private final DurableLog log;
    private final Publications publications;
    private final ConnectionClaims claims;
    private final GatewayRun run;
    private final Instance instance;
    private final LostConnections lost;
    private final DeletedChargers deleted;
    private final Clock clock;

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
        super("presence", Duration.ZERO, properties.beatInterval());
        this.log = log;
        this.publications = publications;
        this.claims = claims;
        this.run = run;
        this.instance = instance;
        this.lost = lost;
        this.deleted = deleted;
        this.clock = clock;
    }

    @Override
    public void stop() {
        super.stop();
        try {
            // So that other gateways need not search for events of this run.
            sendBeat();
        } catch (NotAcknowledgedException e) {
            logger.warn("The last beat was not published: {}", e.getMessage());
        }
    }

    /** Starts before the server accepts sockets and stops after the last one is closed. */
    @Override
    public int getPhase() {
        return 0;
    }

    @Override
    protected void work() {
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
