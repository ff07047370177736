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
    private @Nullable Beginning beginning;

    /** Since when this gateway waits for the event of the former connection; 0 until it does. */
    private long waitingSince;

    /** The end of the former connection, where another gateway did not come to publish it. */
    private @Nullable Publication formerEnd;

    /** Null until the log and the former connection allow it. */
    private @Nullable Publication announcement;

    /** Whether a newer connection may have given up waiting for this one's beginning. */
    private boolean late;

    /** Null until the end was begun to be noted. */
    private @Nullable Declaration ending;

    private record Beginning(Declaration declared, EventRecord event) {}

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
            claims.awaitHeard();
            begun = new Beginning(claims.log().declare(charger, opening), event);
            beginning = begun;
        }
        Sighting seen = claims.log().await(begun.declared());
        HeldConnection former = seen.former();
        boolean owed = former != null && isOwed(former, seen.settled());
        if (!seen.counts() || (late && (isReplaced() || isTakenOver()))) {
            throw new NotAcknowledgedException("a newer connection of this charger is known");
        }
        return claims.publications().of(charger, records(event, former, owed), null, this::settle);
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
        if (former.step() != Step.CLOSING) {
            claims.metrics().replaced();
            return List.of(succession.end(), succession.beginning());
        }
        endFormer(succession, former.at());
        return List.of(succession.beginning());
    }

    /** @param since from when on somebody may have published that end */
    private void endFormer(Succession succession, Instant since) throws NotAcknowledgedException {
        Publication end = formerEnd;
        if (end == null) {
            end = claims.publications().of(charger, List.of(succession.end()), since);
            formerEnd = end;
        }
        claims.publications().await(end);
    }

    /** Whether the end of {@code former} is ours to publish, after waiting for whoever may be at its event. */
    private boolean isOwed(HeldConnection former, CompletableFuture<Step> settled) throws NotAcknowledgedException {
        if (former.step() == Step.CLOSED) {
            return false;
        }
        // What is closed then was told to have ended, or never that it began.
        return !isSettled(former, settled) || settled.join() != Step.CLOSED;
    }

    /** True when its event is published; false when nobody will publish it but this connection. */
    private boolean isSettled(HeldConnection former, CompletableFuture<Step> settled) throws NotAcknowledgedException {
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

    /** Marks the beginning as published. */
    private void settle() {
        claims.log().note(charger, opening.settled(claims.now()));
    }

    @Override
    public void end(String reason) throws NotAcknowledgedException {
        Beginning begun = beginning;
        if (begun != null && !isTakenOver()) {
            if (announcement == null || !announcement.mayLand()) {
                endUntold(begun);
            } else if (ending != null || !isReplaced()) {
                report(reason);
            }
        }
        if (begun != null) {
            claims.log().forget(begun.declared());
        }
        if (ending != null) {
            claims.log().forget(ending);
        }
        claims.finish(opening.connectionId());
    }

    /**
     * Nobody was told that this connection began, so nobody is told of its end. A newer one waits until the log says so. But
     * the former one's end is told first, if that is for this one to do: nobody else will.
     */
    private void endUntold(Beginning begun) throws NotAcknowledgedException {
        Sighting seen = claims.log().await(begun.declared());
        HeldConnection former = seen.former();
        if (!seen.counts()) {
            // The newer one follows the former, and waits for nothing of this one.
            return;
        }
        if (former != null && isOwed(former, seen.settled())) {
            endFormer(
                    new Succession(charger, former, begun.event()),
                    former.step() == Step.CLOSING ? former.at() : opening.at());
        }
        note(opening.untold(claims.now()));
    }

    private void report(String reason) throws NotAcknowledgedException {
        HeldConnection closing = opening.closing(claims.run(), reason, claims.now());
        if (note(closing).counts()) {
            claims.publications()
                    .await(claims.reports()
                            .of(charger, Objects.requireNonNull(ending).record()));
        }
    }

    /** Puts {@code end} into the log, or whatever was to be put there before. */
    private Sighting note(HeldConnection end) throws NotAcknowledgedException {
        Declaration noted = ending;
        if (noted == null) {
            noted = claims.log().declare(charger, end);
            ending = noted;
        }
        return claims.log().await(noted);
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
}
