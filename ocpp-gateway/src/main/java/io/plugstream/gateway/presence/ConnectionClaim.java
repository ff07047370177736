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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The claim of one connection of this gateway. Each of its two events is noted in the log, published if the log says that it
 * is for this connection to do, and marked as published. What did not come to an end goes on; whoever calls again joins it.
 * Used by one thread at a time.
 */
final class ConnectionClaim implements Claim {

    private static final Duration GLANCE = Duration.ofMillis(20);

    private final ConnectionClaims claims;
    private final ChargerId charger;
    private final HeldConnection opening;

    /** Null until the connection was begun to be announced. */
    private @Nullable Declaration beginning;

    /** Since when this gateway waits for the event of the former connection; 0 until it does. */
    private long waitingSince;

    /** The end of the former connection, where another gateway did not come to publish it. */
    private @Nullable Publication formerEnd;

    /** Null until the log and the former connection allow it. */
    private @Nullable Publication announcement;

    /** Whether a newer connection may have given up waiting for this one's beginning. */
    private boolean late;

    /** Null until the end was begun to be reported. */
    private @Nullable Declaration ending;

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
        Declaration begun = beginning;
        if (begun == null) {
            claims.awaitHeard();
            begun = claims.log().declare(charger, opening);
            beginning = begun;
        }
        Sighting seen = claims.log().await(begun);
        HeldConnection former = seen.former();
        boolean owed = former != null && isOwed(former, seen.settled());
        if (!seen.counts() || (late && (isReplaced() || isTakenOver()))) {
            throw new NotAcknowledgedException("a newer connection of this charger is known");
        }
        HeldConnection followed =
                owed && seen.settled().isDone() ? seen.settled().join() : former;
        return claims.publications().of(charger, records(event, followed, owed), null, this::settle);
    }

    /** What is to be published now. An end that somebody else may have published has been looked for when this returns. */
    private List<EventRecord> records(EventRecord event, @Nullable HeldConnection former, boolean owed)
            throws NotAcknowledgedException {
        if (former == null) {
            return List.of(event);
        }
        Succession succession = new Succession(charger, former, event);
        if (!owed) {
            return List.of(succession.beginning());
        }
        if (former.told().step() != Step.CLOSING) {
            claims.metrics().replaced();
            return List.of(succession.end(), succession.beginning());
        }
        Publication end = formerEnd;
        if (end == null) {
            end = claims.publications()
                    .of(charger, List.of(succession.end()), former.told().at());
            formerEnd = end;
        }
        claims.publications().await(end);
        return List.of(succession.beginning());
    }

    /** Whether the end of {@code former} is ours to publish, after waiting for whoever may be at its event. */
    private boolean isOwed(HeldConnection former, CompletableFuture<HeldConnection> settled)
            throws NotAcknowledgedException {
        if (former.step() == Step.CLOSED) {
            return false;
        }
        // What is closed then was told to have ended, or never that it began.
        return !isSettled(former, settled) || settled.join().step() != Step.CLOSED;
    }

    /** True when its event is published; false when nobody will publish it but this connection. */
    private boolean isSettled(HeldConnection former, CompletableFuture<HeldConnection> settled)
            throws NotAcknowledgedException {
        long begun = System.nanoTime();
        waitingSince = waitingSince == 0 ? begun : waitingSince;
        while (!settled.isDone()) {
            long now = System.nanoTime();
            if (claims.isAbandoned(former, Duration.ofNanos(now - waitingSince))) {
                late = true;
                return false;
            }
            if (now - begun > claims.patience().limit().toNanos()) {
                late = true;
                throw new NotAcknowledgedException("the event of the former connection is still on its way");
            }
            LockSupport.parkNanos(GLANCE.toNanos());
        }
        return true;
    }

    /** Marks the beginning as published, or as of no concern to newer connections any more. */
    private void settle() {
        claims.log().note(charger, opening.settled(claims.now()));
    }

    @Override
    public void end(String reason) throws NotAcknowledgedException {
        Declaration begun = beginning;
        if (begun != null && !isTakenOver()) {
            if (ending == null && isReplaced()) {
                giveUp(null);
            } else {
                report(begun, reason);
            }
        }
        if (begun != null) {
            claims.log().forget(begun);
        }
        if (ending != null) {
            claims.log().forget(ending);
        }
        claims.finish(opening.connectionId());
    }

    /**
     * A newer connection waits for what will not come, if the beginning is not on its way. It tells of the end of this one if
     * somebody still believes that the charger is connected.
     */
    private void giveUp(@Nullable Sighting seen) {
        if (!mayBeHeardOf()) {
            Instant now = claims.now();
            claims.log().note(charger, isKnown(seen) ? untold(opening.settled(now)) : opening.untold(now));
        }
    }

    private void report(Declaration begun, String reason) throws NotAcknowledgedException {
        Declaration end = ending;
        if (end == null) {
            // Only then it is known which connection it follows.
            claims.log().await(begun);
            end = claims.log().declare(charger, closing(reason));
            ending = end;
        }
        Sighting place = claims.log().await(end);
        if (!place.counts()) {
            giveUp(place);
        } else if (isKnown(place)) {
            claims.publications().await(claims.reports().of(charger, end.record()));
        } else {
            claims.reports().settle(charger, end.record());
        }
    }

    /** If nobody heard that this connection began, the former one's end is told, which another gateway may be telling of. */
    private HeldConnection closing(String reason) {
        HeldConnection closing = opening.closing(claims.run(), reason, claims.now());
        return mayBeHeardOf() ? closing : untold(closing);
    }

    /** {@code present}, of this connection, so that whoever tells of its end tells of the former one's instead. */
    private HeldConnection untold(HeldConnection present) {
        Declaration begun = beginning;
        HeldConnection former =
                begun != null && begun.seen().isDone() ? begun.seen().join().former() : null;
        return former == null || former.step() == Step.CLOSED ? present : present.untoldAfter(former, opening.at());
    }

    /** Whether somebody heard, or may yet hear, that this connection began. */
    private boolean mayBeHeardOf() {
        return announcement != null && announcement.mayLand();
    }

    /** Whether a newer connection is there. */
    private boolean isReplaced() {
        HeldConnection newest = claims.log().newest(charger);
        return newest != null && HeldConnection.compare(newest.connectionId(), opening.connectionId()) > 0;
    }

    /** Whether somebody else reports the end. */
    private boolean isTakenOver() {
        HeldConnection newest = claims.log().newest(charger);
        return newest != null
                && newest.connectionId().equals(opening.connectionId())
                && newest.endedBy() != null
                && !claims.log().isOurs(newest);
    }

    /** Whether anybody was told that the charger is connected: over this connection, or the one that it was to replace. */
    private boolean isKnown(@Nullable Sighting seen) {
        if (mayBeHeardOf()) {
            return true;
        }
        Declaration begun = beginning;
        Sighting first = begun != null && begun.seen().isDone() ? begun.seen().join() : seen;
        if (first == null) {
            return true;
        }
        Step reached = first.reached();
        return reached != null && reached != Step.CLOSED;
    }
}
