package io.plugstream.gateway.connection;

import java.util.function.LongSupplier;

/**
 * Tells at each ping whether a charger's connection is lost. It is lost if nothing arrived since the last ping. It is
 * also lost if a charger that has sent pongs on this connection leaves a ping without one (RFC 6455, section 5.5.3):
 * such a charger receives nothing, whatever it still sends.
 *
 * <p>What the charger sends is unread while the socket's thread is busy, and a pong may be behind the rest of a long
 * frame. So silence counts only if the thread was idle most of the time since the ping, and a missing pong only if it
 * waited for a new frame most of that time.
 */
final class SignsOfLife {

    private final LongSupplier nanoTime;
    private boolean heard = true;
    private boolean sendsPongs;
    private boolean unanswered;
    private long pingedAt;

    /** Whether the socket's thread does other work than waiting for the charger. It first opens the connection. */
    private boolean busy = true;

    /** Whether the rest of a frame is missing. */
    private boolean inFrame;

    /** Since when the thread is idle, but not before the last ping. */
    private long idleSince;

    /** How long the thread waited for new frames between the last ping and {@link #idleSince}. */
    private long waited;

    SignsOfLife(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Notes that a frame or a part of one arrived, which the socket's thread now handles. */
    synchronized void frameArrived() {
        heard = true;
        waited = waited(nanoTime.getAsLong());
        busy = true;
    }

    /**
     * Notes that the socket's thread has nothing to do until the charger sends something.
     *
     * @param amidFrame whether it waits for the rest of a frame
     */
    synchronized void idle(boolean amidFrame) {
        busy = false;
        inFrame = amidFrame;
        idleSince = nanoTime.getAsLong();
    }

    synchronized void pongArrived() {
        heard = true;
        sendsPongs |= unanswered;
        unanswered = false;
    }

    /** Notes that a ping is to be sent. Returns false if the connection is lost. */
    synchronized boolean ping() {
        long now = nanoTime.getAsLong();
        long most = (now - pingedAt) / 2;
        boolean silent = !heard && idle(now) > most;
        boolean pongMissing = sendsPongs && unanswered && waited(now) > most;
        if (silent || pongMissing) {
            return false;
        }
        heard = false;
        unanswered = true;
        pingedAt = now;
        idleSince = now;
        waited = 0;
        return true;
    }

    private long idle(long now) {
        return busy ? 0 : now - idleSince;
    }

    private long waited(long now) {
        return inFrame ? waited : waited + idle(now);
    }
}
