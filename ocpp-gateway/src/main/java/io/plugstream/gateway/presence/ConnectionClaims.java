package io.plugstream.gateway.presence;

import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.gateway.publish.BoundedWait;
import io.plugstream.gateway.publish.GatewayRun;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.publish.Publications;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.charger.HeldConnection.Step;
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

/** Gives new connections their ids and claims, and knows the connections that this process is responsible for. */
@Component
final class ConnectionClaims {

    private static final int RANDOM_BITS = 16;

    private final ConnectionLog log;
    private final Publications publications;
    private final EndReports reports;
    private final GatewayRun run;
    private final Counter replaced;
    private final Beats beats;
    private final BoundedWait boundedWait;
    private final TimeBasedEpochGenerator ids;
    private final Clock clock;
    private final Set<UUID> live = ConcurrentHashMap.newKeySet();

    /** Done while other gateways can know that this run is alive. */
    private volatile CompletableFuture<Void> beatStored = new CompletableFuture<>();

    ConnectionClaims(
            ConnectionLog log,
            Publications publications,
            EndReports reports,
            GatewayRun run,
            Beats beats,
            BoundedWait boundedWait,
            TimeBasedEpochGenerator ids,
            Clock clock,
            MeterRegistry meters) {
        this.log = log;
        this.publications = publications;
        this.reports = reports;
        this.run = run;
        this.beats = beats;
        this.boundedWait = boundedWait;
        this.ids = ids;
        this.clock = clock;
        this.replaced = Counter.builder("plugstream.gateway.connections.replaced")
                .description("Connections whose end this gateway reported because the charger opened another here")
                .register(meters);
    }

    /**
     * An id greater than those of all known connections of {@code charger}. If another gateway's clock is ahead, it has
     * the millisecond after that of the newest one.
     */
    UUID newConnectionId(ChargerId charger) {
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

    /** The claim of a connection of this gateway. */
    ConnectionClaim open(ChargerId charger, Mode mode, String protocol, UUID connectionId) {
        return new ConnectionClaim(
                this, charger, HeldConnection.opening(connectionId, run.id(), mode, protocol, now()));
    }

    /**
     * Waits until other gateways can know that this run is alive. If they take it for dead, they end its connections,
     * whether or not these are announced.
     */
    void awaitBeat() throws NotAcknowledgedException {
        boundedWait.await(beatStored);
    }

    /** Notes that the last beat is in the log. Called by one thread. */
    void beatStored() {
        beatStored.complete(null);
    }

    /** Notes that the last beat is not in the log in time. Called by the same thread. */
    void beatMissed() {
        if (beatStored.isDone()) {
            beatStored = new CompletableFuture<>();
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

    Counter replaced() {
        return replaced;
    }

    BoundedWait boundedWait() {
        return boundedWait;
    }

    /** Whether the run that should publish the event of {@code former} will not do so. */
    boolean isAbandoned(HeldConnection former, Duration waited) throws NotAcknowledgedException {
        return log.isOurs(former)
                ? !isLive(former.connectionId())
                : beats.isGone(former.owner()) || waited.compareTo(publications.takeoverAfter()) > 0;
    }

    /** Whether an abandoned connection has begun for the receivers of events. Only then it has an end. */
    boolean hasBegun(ChargerId charger, HeldConnection connection) throws NotAcknowledgedException {
        return connection.step() != Step.OPENING
                || publications.isBeginningPublished(charger, connection.connectionId(), connection.at());
    }

    UUID run() {
        return run.id();
    }

    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** Takes responsibility for a connection. Returns false if this process already has it. */
    boolean begin(UUID connectionId) {
        return live.add(connectionId);
    }

    /** Gives up the responsibility. The next sweep finds connections with an unpublished event. */
    void finish(UUID connectionId) {
        reports.forget(connectionId);
        live.remove(connectionId);
    }

    /** Whether this process will report the end of the connection. */
    boolean isLive(UUID connectionId) {
        return live.contains(connectionId);
    }
}
