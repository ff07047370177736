package io.plugstream.gateway.presence;

import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import io.plugstream.gateway.publish.Claim;
import io.plugstream.gateway.publish.Claims;
import io.plugstream.gateway.publish.GatewayRun;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.publish.Patience;
import io.plugstream.gateway.publish.Publications;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.organisation.Mode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** Opens the claim of each new connection, and knows those that this process still has to do with. */
@Component
final class ConnectionClaims implements Claims {

    private static final int RANDOM_BITS = 16;

    private final ConnectionLog log;
    private final Publications publications;
    private final EndReports reports;
    private final GatewayRun run;
    private final PresenceMetrics metrics;
    private final Beats beats;
    private final Patience patience;
    private final TimeBasedEpochGenerator ids;
    private final Clock clock;
    private final Set<UUID> live = ConcurrentHashMap.newKeySet();

    /** Done while others can know that this run lives. */
    private volatile CompletableFuture<Void> heard = new CompletableFuture<>();

    ConnectionClaims(
            ConnectionLog log,
            Publications publications,
            EndReports reports,
            GatewayRun run,
            PresenceMetrics metrics,
            Beats beats,
            Patience patience,
            TimeBasedEpochGenerator ids,
            Clock clock) {
        this.log = log;
        this.publications = publications;
        this.reports = reports;
        this.run = run;
        this.metrics = metrics;
        this.beats = beats;
        this.patience = patience;
        this.ids = ids;
        this.clock = clock;
    }

    /** Where another gateway's clock is ahead, the id is of the millisecond after the one it knows. */
    @Override
    public UUID newConnectionId(ChargerId charger) {
        UUID id = ids.generate();
        HeldConnection newest = log.newest(charger);
        return newest == null || HeldConnection.compare(id, newest.connectionId()) > 0
                ? id
                : after(newest.connectionId(), id);
    }

    static UUID after(UUID newest, UUID id) {
        long millisecond = (newest.getMostSignificantBits() >>> RANDOM_BITS) + 1;
        long rest = id.getMostSignificantBits() & ((1L << RANDOM_BITS) - 1);
        return new UUID((millisecond << RANDOM_BITS) | rest, id.getLeastSignificantBits());
    }

    @Override
    public Claim open(ChargerId charger, Mode mode, String protocol, UUID connectionId) {
        return new ConnectionClaim(
                this, charger, HeldConnection.opening(connectionId, run.id(), mode, protocol, now()));
    }

    /**
     * Waits until others can know that this run lives. A connection that it begins while they take it for dead is ended by
     * them, whether or not anybody was told of it.
     */
    void awaitHeard() throws NotAcknowledgedException {
        patience.await(heard);
    }

    /** The last sign of life is in the log. Called by one thread. */
    void heard() {
        heard.complete(null);
    }

    /** The last sign of life is not in the log in time. Called by the same thread. */
    void unheard() {
        if (heard.isDone()) {
            heard = new CompletableFuture<>();
        }
    }

    ConnectionLog log() {
        return log;
    }

    Publications publications() {
        return publications;
    }

    EndReports reports() {
        return reports;
    }

    PresenceMetrics metrics() {
        return metrics;
    }

    Patience patience() {
        return patience;
    }

    /** Whether the event of {@code former} will not be published by the run that was to do so. */
    boolean isAbandoned(HeldConnection former, Duration waited) throws NotAcknowledgedException {
        return log.isOurs(former)
                ? !isLive(former.connectionId())
                : beats.isGone(former.owner()) || waited.compareTo(publications.takeoverAfter()) > 0;
    }

    UUID run() {
        return run.id();
    }

    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** Takes responsibility for a connection; false if this process had it already. */
    boolean begin(UUID connectionId) {
        return live.add(connectionId);
    }

    /** Gives the responsibility back; what is not published then is found by the next sweep. */
    void finish(UUID connectionId) {
        reports.forget(connectionId);
        live.remove(connectionId);
    }

    /** Whether somebody in this process will report the end of the connection. */
    boolean isLive(UUID connectionId) {
        return live.contains(connectionId);
    }
}
