package io.plugstream.gateway.presence;

import io.plugstream.gateway.publish.Claim;
import io.plugstream.gateway.publish.NotAcknowledgedException;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.HeldConnection;
import io.plugstream.model.charger.HeldConnection.Step;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.EventRecord;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The claim of one connection of this gateway. Each of its two events is announced in the log, published if the log says
 * that it is for this connection to do, and noted as published. Used by one thread at a time.
 */
final class ConnectionClaim implements Claim {

    private final ConnectionClaims claims;
    private final ChargerId charger;
    private final HeldConnection opening;

    /** Null until the connection was begun to be announced. */
    private @Nullable CompletableFuture<Sighting> beginning;

    private boolean announced;

    /** Whether a newer connection may have given up waiting for this one's beginning. */
    private boolean late;

    /** Null until the end was begun to be reported. */
    private @Nullable HeldConnection closing;

    private @Nullable CompletableFuture<Sighting> ending;

    ConnectionClaim(ConnectionClaims claims, ChargerId charger, HeldConnection opening) {
        this.claims = claims;
        this.charger = charger;
        this.opening = opening;
    }

    @Override
    public void announce(EventRecord event) throws NotAcknowledgedException {
        var _ = claims.begin(opening.connectionId());
        CompletableFuture<Sighting> begun =
                Objects.requireNonNullElseGet(beginning, () -> claims.log().expect(opening));
        beginning = begun;
        Sighting seen = claims.log().append(charger, opening, begun, claims.settleTimeout());
        HeldConnection former = seen.former();
        boolean owed = former != null && isOwed(former, seen.settled());
        if (!seen.counts() || (late && isOver())) {
            throw new NotAcknowledgedException("a newer connection of this charger is known");
        }
        // A newer connection waits for this one's event, but not for a second try.
        late = true;
        claims.events().publish(charger, announcement(event, former, owed));
        claims.log().note(charger, opening.settled(claims.now()));
        announced = true;
    }

    private List<EventRecord> announcement(EventRecord event, @Nullable HeldConnection former, boolean owed) {
        if (former == null) {
            return List.of(event);
        }
        Succession succession = new Succession(charger, former, event);
        if (!owed) {
            return List.of(succession.beginning());
        }
        claims.metrics().replaced();
        return succession.endAndBeginning();
    }

    /** Whether the end of {@code former} is ours to report, after waiting for whoever may be at it. */
    private boolean isOwed(HeldConnection former, CompletableFuture<Void> settled) throws NotAcknowledgedException {
        boolean inTime = await(settled);
        late |= !inTime;
        return switch (former.step()) {
            case OPENING, OPEN -> true;
            case CLOSING -> !inTime;
            case CLOSED -> false;
        };
    }

    private boolean await(CompletableFuture<Void> settled) throws NotAcknowledgedException {
        try {
            settled.get(claims.settleTimeout().toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("nothing fails it", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotAcknowledgedException("interrupted", e);
        }
    }

    @Override
    public void end(EventRecord event) throws NotAcknowledgedException {
        if (beginning != null && !isOver()) {
            report(event);
        }
        claims.log().forget(opening);
        if (closing != null) {
            claims.log().forget(closing);
        }
        claims.finish(opening.connectionId());
    }

    private void report(EventRecord event) throws NotAcknowledgedException {
        HeldConnection end = closing == null ? closing(opening, event) : closing;
        closing = end;
        CompletableFuture<Sighting> seen =
                Objects.requireNonNullElseGet(ending, () -> claims.log().expect(end));
        ending = seen;
        Sighting place = claims.log().append(charger, end, seen, claims.settleTimeout());
        if (!place.counts()) {
            return;
        }
        if (!isKnown(place)) {
            claims.reports().settle(charger, end);
            return;
        }
        try {
            claims.reports().publish(charger, end, event, opening.at());
        } catch (NotAcknowledgedException e) {
            // By the next attempt another connection may have taken over: the log is asked again.
            closing = closing(end, event);
            ending = null;
            throw e;
        }
    }

    private HeldConnection closing(HeldConnection present, EventRecord event) {
        String reason = event.data() instanceof ChargerDisconnected end ? end.reason() : "closed";
        return present.closing(claims.run(), reason, claims.now());
    }

    /** Whether a newer connection has taken over, or somebody else has reported the end. */
    private boolean isOver() {
        HeldConnection newest = claims.log().newest(charger);
        return newest != null
                && (HeldConnection.compare(newest.connectionId(), opening.connectionId()) > 0
                        || (newest.endedBy() != null && !claims.log().isOurs(newest)));
    }

    /** Whether anybody was told that the charger is connected: over this connection, or the one that it was to replace. */
    private boolean isKnown(Sighting seen) {
        CompletableFuture<Sighting> begun = beginning;
        Sighting first = begun != null && begun.isDone() ? begun.join() : seen;
        HeldConnection former = first.former();
        return announced || (former != null && former.step() != Step.CLOSED);
    }
}
