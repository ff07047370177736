package io.plugstream.simulator.charger;

import java.util.ArrayList;
import java.util.List;

/** What a charger's queue holds at most while messages are not answered. */
final class QueueLimits {

    /** If more updates of sessions are queued, every second one is dropped; starts and stops never are. */
    private static final int MOST_UPDATES = 200;

    /** Once so many ended sessions are queued, no session begins. */
    private static final int MOST_ENDED = 200;

    /** If more messages outside of sessions are queued, the oldest is dropped. */
    private static final int MOST_OTHERS = 100;

    private QueueLimits() {}

    /** Whether another session may begin. */
    static boolean hasRoom(List<Message> queue) {
        return queue.stream().filter(Message.ChargingStopped.class::isInstance).count() < MOST_ENDED;
    }

    /** The queue with one more message. */
    static List<Message> with(Message message, List<Message> queue) {
        var longer = new ArrayList<>(queue);
        longer.add(message);
        if (isUpdate(message)) {
            thinOut(longer);
        } else if (isOther(message)) {
            dropOldest(longer);
        }
        return longer;
    }

    private static boolean isUpdate(Message message) {
        return message.session() != null
                && (message instanceof Message.MeterRead || message instanceof Message.ChargingChanged);
    }

    /** A driver waits for the answer to a request for authorisation, so it is never dropped. */
    private static boolean isOther(Message message) {
        return !message.isOfTransaction() && !(message instanceof Message.Identified);
    }

    private static void thinOut(List<Message> queue) {
        if (queue.stream().filter(QueueLimits::isUpdate).count() <= MOST_UPDATES) {
            return;
        }
        var kept = true;
        // Skips the first message, which may be in flight, and the last, which is the newest.
        for (var place = queue.size() - 2; place > 0; place--) {
            if (isUpdate(queue.get(place))) {
                kept = !kept;
                if (!kept) {
                    queue.remove(place);
                }
            }
        }
    }

    private static void dropOldest(List<Message> queue) {
        if (queue.stream().filter(QueueLimits::isOther).count() <= MOST_OTHERS) {
            return;
        }
        // Skips the first message, which may be in flight.
        for (var place = 1; place < queue.size(); place++) {
            if (isOther(queue.get(place))) {
                queue.remove(place);
                return;
            }
        }
    }
}
