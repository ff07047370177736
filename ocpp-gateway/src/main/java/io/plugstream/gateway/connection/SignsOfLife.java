package io.plugstream.gateway.connection;

import java.util.function.LongSupplier;

/**
 * Tells at each ping whether a charger's connection is lost. It is lost if nothing arrived since the last ping. It is
 * also lost if a charger that has sent pongs on this connection leaves a ping without one (RFC 6455, section 5.5.3):
 * such a charger receives nothing, whatever it still sends.
 *
 * <p>A pong may be unread because it is behind frames that are not handled yet. So a missing pong counts only if the
 * socket's thread has waited for frames most of the time since the ping.
 */
final class SignsOfLife {

    private final LongSupplier nanoTime;
    private boolean heard = true;
    private boolean sendsPongs;
    private boolean unanswered;
    private long pingedAt;

    /** Whether the socket's thread waits for a frame, since when, and how long it waited before since the last ping. */
    private boolean waiting = true;

    private long waitingSince;
    private long waited;

    SignsOfLife(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.waitingSince = nanoTime.getAsLong();
    }

    /** Notes that a frame or a part of one arrived, which the socket's thread now handles. */
    synchronized void frameArrived() {
        heard = true;
        waited = waited(nanoTime.getAsLong());
        waiting = false;
    }

    /** Notes that the socket's thread has handled a whole frame and waits for the next one. */
    synchronized void frameHandled() {
        waiting = true;
        waitingSince = nanoTime.getAsLong();
    }

    synchronized void pongArrived() {
        heard = true;
        sendsPongs |= unanswered;
        unanswered = false;
    }

    /** Notes that a ping is to be sent. Returns false if the connection is lost. */
    synchronized boolean ping() {
        long now = nanoTime.getAsLong();
        if (!heard || isPongMissing(now)) {
            return false;
        }
        heard = false;
        unanswered = true;
        pingedAt = now;
        waitingSince = now;
        waited = 0;
        return true;
    }

    private boolean isPongMissing(long now) {
        return sendsPongs && unanswered && waited(now) > (now - pingedAt) / 2;
    }

    private long waited(long now) {
        return waiting ? waited + now - waitingSince : waited;
    }
}
