package io.plugstream.webhook.deliver;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** The deliveries of one webhook: so many in flight, so many waiting, no more. Guarded by {@link Lines}. */
final class EndpointLine {

    private final int mostInFlight;
    private final int mostWaiting;
    private final Queue<Delivery> waiting = new ArrayDeque<>();
    private int inFlight;

    EndpointLine(int mostInFlight, int mostWaiting) {
        this.mostInFlight = mostInFlight;
        this.mostWaiting = mostWaiting;
    }

    boolean hasPlace() {
        return inFlight < mostInFlight;
    }

    boolean hasRoom() {
        return waiting.size() < mostWaiting;
    }

    /** All that it holds, in flight and waiting. */
    int size() {
        return inFlight + waiting.size();
    }

    /** Whether a delivery waits that the endpoint itself has a place for. */
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

    List<Delivery> clear() {
        List<Delivery> all = new ArrayList<>(waiting);
        waiting.clear();
        return all;
    }
}
