package io.plugstream.webhook.deliver;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * The deliveries of one webhook, with limits for those in flight and those waiting. While all attempts fail, only a few
 * are in flight, and the others wait until the receiver recovers; each success allows one more in flight (ADR 97).
 * Guarded by {@link DeliveryQueues}.
 */
final class WebhookQueue {

    /** Maximum POSTs in flight while all attempts fail. */
    private static final int SLOTS_WHILE_FAILING = 4;

    /** Number of consecutive failures after which all attempts are considered to fail. */
    private static final int FAILING_AFTER = 16;

    private final int mostInFlight;
    private final int mostWaiting;
    private final Queue<Delivery> waiting = new ArrayDeque<>();
    private int inFlight;
    private int slots;
    private int failedInARow;

    WebhookQueue(int mostInFlight, int mostWaiting) {
        this.mostInFlight = mostInFlight;
        this.slots = mostInFlight;
        this.mostWaiting = mostWaiting;
    }

    boolean hasFreeSlot() {
        return inFlight < slots;
    }

    /** How many more late deliveries it should hold, so that as many wait as may be in flight. */
    int room() {
        return 2 * slots - size();
    }

    /**
     * How long attempts may take on average, so that the few in flight while all fail take as many deliveries a second
     * as usual.
     *
     * @param usual the same for a webhook that has all its slots
     */
    Duration patience(Duration usual) {
        return usual.multipliedBy(slots).dividedBy(mostInFlight);
    }

    boolean hasRoom() {
        return waiting.size() < mostWaiting;
    }

    /** Number of deliveries in flight and waiting. */
    int size() {
        return inFlight + waiting.size();
    }

    /** How many deliveries wait that the webhook's own limit allows to begin. */
    int ready() {
        return Math.clamp(slots - inFlight, 0, waiting.size());
    }

    /** Whether a delivery waits and the webhook's own limit allows it to begin. */
    boolean isReady() {
        return ready() > 0;
    }

    boolean isIdle() {
        return inFlight == 0 && waiting.isEmpty();
    }

    /** Whether its last attempt failed, or it has fewer slots than usual. */
    boolean hasFailed() {
        return failedInARow > 0 || slots < mostInFlight;
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

    void ended() {
        inFlight--;
    }

    void answered(boolean accepted) {
        if (accepted) {
            failedInARow = 0;
            slots = Math.min(slots + 1, mostInFlight);
        } else if (++failedInARow >= FAILING_AFTER) {
            slots = Math.min(slots, SLOTS_WHILE_FAILING);
        }
    }

    List<Delivery> clear() {
        List<Delivery> all = new ArrayList<>(waiting);
        waiting.clear();
        return all;
    }
}
