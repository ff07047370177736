package io.plugstream.webhook.deliver;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * The deliveries of one webhook, with limits for those in flight and those waiting. While all attempts fail, only a few
 * are in flight, and the others wait until the receiver recovers; each success allows one more in flight (ADR 97).
 * Guarded by {@link Lines}.
 */
final class EndpointLine {

    /** Places in flight while all attempts fail. */
    private static final int FEW = 4;

    /** Number of consecutive failures after which all attempts are considered to fail. */
    private static final int ALL = 16;

    private final int mostInFlight;
    private final int mostWaiting;
    private final Queue<Delivery> waiting = new ArrayDeque<>();
    private int inFlight;
    private int places;
    private int failedInARow;

    EndpointLine(int mostInFlight, int mostWaiting) {
        this.mostInFlight = mostInFlight;
        this.places = mostInFlight;
        this.mostWaiting = mostWaiting;
    }

    boolean hasPlace() {
        return inFlight < places;
    }

    /** How many more late deliveries it should hold, so that as many wait as may be in flight. */
    int room() {
        return 2 * places - size();
    }

    boolean hasRoom() {
        return waiting.size() < mostWaiting;
    }

    /** Number of deliveries in flight and waiting. */
    int size() {
        return inFlight + waiting.size();
    }

    /** Whether a delivery waits and the webhook's own limit allows it to begin. */
    boolean isReady() {
        return hasPlace() && !waiting.isEmpty();
    }

    boolean isIdle() {
        return inFlight == 0 && waiting.isEmpty();
    }

    boolean hasNobodyWaiting() {
        return waiting.isEmpty();
    }

    int waiting() {
        return waiting.size();
    }

    void add(Delivery delivery) {
        waiting.add(delivery);
    }

    Delivery poll() {
        return waiting.remove();
    }

    void begun() {
        inFlight++;
    }

    void over() {
        inFlight--;
    }

    void answered(boolean taken) {
        if (taken) {
            failedInARow = 0;
            places = Math.min(places + 1, mostInFlight);
        } else if (++failedInARow >= ALL) {
            places = Math.min(places, FEW);
        }
    }

    List<Delivery> clear() {
        List<Delivery> all = new ArrayList<>(waiting);
        waiting.clear();
        return all;
    }
}
