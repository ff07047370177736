package io.plugstream.webhook.deliver;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;

/** The deliveries of one webhook: so many in flight, so many waiting, no more. Safe for use by many threads. */
final class EndpointLine {

    /** What became of a delivery that came to the line. */
    enum Place {
        /** It is counted as in flight: the caller begins it, and calls {@link #next} when it is over. */
        BEGINS,
        WAITS,
        FULL,
        /** The line has ended and takes nothing more; another has to be opened. */
        CLOSED
    }

    private final int mostInFlight;
    private final int mostWaiting;
    private final Queue<Delivery> waiting = new ArrayDeque<>();
    private int inFlight;
    private boolean closed;

    EndpointLine(int mostInFlight, int mostWaiting) {
        this.mostInFlight = mostInFlight;
        this.mostWaiting = mostWaiting;
    }

    /** @param mayWait whether there is room for it at all, apart from this line's */
    synchronized Place offer(Delivery delivery, boolean mayWait) {
        if (closed) {
            return Place.CLOSED;
        }
        if (inFlight < mostInFlight) {
            inFlight++;
            return Place.BEGINS;
        }
        if (mayWait && waiting.size() < mostWaiting) {
            waiting.add(delivery);
            return Place.WAITS;
        }
        return Place.FULL;
    }

    /** One in flight is over: the next takes its place; the line closes when there is none and nothing is in flight. */
    synchronized Optional<Delivery> next() {
        Delivery next = waiting.poll();
        if (next == null) {
            inFlight--;
            closed = inFlight == 0;
        }
        return Optional.ofNullable(next);
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Takes out all that wait. */
    synchronized List<Delivery> clear() {
        List<Delivery> all = new ArrayList<>(waiting);
        waiting.clear();
        return all;
    }
}
