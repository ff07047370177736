package io.plugstream.gateway.presence;

import io.plugstream.gateway.publish.Claim;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.gateway.publish.Publication;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.charger.HeldConnection.Step;
import io.plugstream.model.event.EventRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The claim of one connection of this gateway. It notes each of its two events in the log, publishes the event if the
 * log assigns it to this connection, and marks it as published. Unfinished work continues, and a repeated call joins
 * it. Used by one thread at a time.
 */
final class ConnectionClaim implements Claim {

    private static final Duration GLANCE = Duration.ofMillis(20);

    private final ConnectionClaims claims;
    private final ChargerId charger;
    private final HeldConnection opening;

    /** Null until the announcement begins. */
    private @Nullable Beginning beginning;

    /** When this gateway began to wait for the event of the former connection; 0 before that. */
    private long waitingSince;

    /** The end of the former connection, if another gateway did not publish it. */
    private @Nullable Publication formerEnd;

    /** Null until the log and the former connection allow the announcement. */
    private @Nullable Publication announcement;

    /** Whether a newer connection may have stopped waiting for this one's beginning. */
    private boolean late;

    /** Null until the end is being noted. */
    private @Nullable PendingRecord ending;

    private record Beginning(PendingRecord pending, EventRecord event) {}

    ConnectionClaim(ConnectionClaims claims, ChargerId charger, HeldConnection opening) {
        this.claims = claims;
        this.charger = charger;
        this.opening = opening;
    }

    @Override
    public void announce(EventRecord event) throws NotAcknowledgedException {
        var _ = claims.begin(opening.connectionId());
        Publication present = announcement;
        if (present == null) {
            present = prepare(event);
            announcement = present;
        }
        claims.publications().await(present);
    }

    private Publication prepare(EventRecord event) throws NotAcknowledgedException {
        Beginning begun = beginning;
        if (begun == null) {
            claims.awaitBeat();
            begun = new Beginning(claims.log().expect(charger, opening), event);
            beginning = begun;
        }
        ReadBack readBack = claims.log().await(begun.pending());
        HeldConnection former = readBack.former();
        boolean mustPublishEnd = former != null && mustPublishEnd(former, readBack.settled());
        if (!readBack.counts() || (late && (isReplaced() || isTakenOver()))) {
            throw new NotAcknowledgedException("a newer connection of this charger is known");
        }
        return claims.publications().of(charger, records(event, former, mustPublishEnd), null, this::settle);
    }

    /**
     * The events to publish now. An end that may be published already is searched for first and published if missing.
     */
    private List<EventRecord> records(EventRecord event, @Nullable HeldConnection former, boolean mustPublishEnd)
            throws NotAcknowledgedException {
        if (former == null) {
            return List.of(event);
        }
        Succession succession = new Succession(charger, former, event);
        if (!mustPublishEnd) {
            return List.of(succession.beginning());
        }
        if (former.step() != Step.CLOSING) {
            claims.replaced().increment();
            return List.of(succession.end(), succession.beginning());
        }
        endFormer(succession, former.at());
        return List.of(succession.beginning());
    }

    /** @param since the earliest time at which the end may have been published */
    private void endFormer(Succession succession, Instant since) throws NotAcknowledgedException {
        Publication end = formerEnd;
        if (end == null) {
            end = claims.publications().of(charger, List.of(succession.end()), since);
            formerEnd = end;
        }
        claims.publications().await(end);
    }

    /** Whether this gateway must publish the end of {@code former}. Waits while another may be publishing its event. */
    private boolean mustPublishEnd(HeldConnection former, CompletableFuture<Step> settled)
            throws NotAcknowledgedException {
        if (former.step() == Step.CLOSED) {
            return false;
        }
        // If the former is then closed, its end is published, or its beginning never was.
        return isSettled(former, settled) ? settled.join() != Step.CLOSED : claims.hasBegun(charger, former);
    }

    /** Returns true when its event is published, and false when only this connection can publish it. */
    private boolean isSettled(HeldConnection former, CompletableFuture<Step> settled) throws NotAcknowledgedException {
        long begun = System.nanoTime();
        waitingSince = waitingSince == 0 ? begun : waitingSince;
        while (!settled.isDone()) {
            long now = System.nanoTime();
            if (claims.isAbandoned(former, Duration.ofNanos(now - waitingSince))) {
                late = true;
                return false;
            }
            if (now - begun > claims.boundedWait().limit().toNanos()) {
                late = true;
                throw new NotAcknowledgedException("the event of the former connection is still being published");
            }
            LockSupport.parkNanos(GLANCE.toNanos());
        }
        return true;
    }

    /** Marks the beginning as published. */
    private void settle() {
        claims.log().note(charger, opening.settled(claims.now()));
    }

    @Override
    public void end(String reason) throws NotAcknowledgedException {
        Beginning begun = beginning;
        if (begun != null && begun.pending().mayArrive() && !isTakenOver()) {
            Publication announced = announcement;
            if (announced == null || !announced.mayArrive()) {
                endUnpublished(begun);
            } else if (ending != null || !isReplaced()) {
                // Without a beginning there is no end, and it may not be known yet whether the beginning is published.
                claims.publications().await(announced);
                report(reason);
            }
        }
        if (begun != null) {
            claims.log().forget(begun.pending());
        }
        if (ending != null) {
            claims.log().forget(ending);
        }
        claims.finish(opening.connectionId());
    }

    /**
     * Ends a connection whose beginning was not published, so that its end is not published either. A newer connection
     * waits until the log says so. If this connection must publish the former one's end, it does so first, because no
     * other will.
     */
    private void endUnpublished(Beginning begun) throws NotAcknowledgedException {
        ReadBack readBack = claims.log().await(begun.pending());
        HeldConnection former = readBack.former();
        if (!readBack.counts()) {
            // The newer connection follows the former one directly and does not wait for this one.
            return;
        }
        if (former != null && mustPublishEnd(former, readBack.settled())) {
            endFormer(
                    new Succession(charger, former, begun.event()),
                    former.step() == Step.CLOSING ? former.at() : opening.at());
        }
        note(opening.closedUnannounced(claims.now()));
    }

    private void report(String reason) throws NotAcknowledgedException {
        HeldConnection closing = opening.closing(claims.run(), reason, claims.now());
        if (note(closing).counts()) {
            claims.publications()
                    .await(claims.reports()
                            .of(charger, Objects.requireNonNull(ending).record()));
        }
    }

    /** Appends {@code end} to the log, or the end from an earlier call. */
    private ReadBack note(HeldConnection end) throws NotAcknowledgedException {
        PendingRecord noted = ending;
        if (noted == null) {
            noted = claims.log().expect(charger, end);
            ending = noted;
        }
        return claims.log().await(noted);
    }

    /** Whether a newer connection exists. */
    private boolean isReplaced() {
        HeldConnection newest = claims.log().newest(charger);
        return newest != null && HeldConnection.compare(newest.connectionId(), opening.connectionId()) > 0;
    }

    /** Whether another gateway reports the end. */
    private boolean isTakenOver() {
        HeldConnection newest = claims.log().newest(charger);
        return newest != null
                && newest.connectionId().equals(opening.connectionId())
                && newest.endedBy() != null
                && !claims.log().isOurs(newest);
    }
}
