package io.plugstream.gateway.publish;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.NotificationRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Messages without a result because the append took too long. The append may still succeed or have succeeded since. A
 * charger that repeats the message over any socket of this gateway joins that append.
 */
@Component
final class TimedOutMessages {

    /** Per charger. */
    private static final int MOST = OverdueAppends.MOST;

    private final Map<ChargerId, List<Message>> messages = new ConcurrentHashMap<>();

    /**
     * The content of a message, without the ids that the gateway assigned.
     *
     * @param at by the charger's clock; null if it gave no time
     */
    record Content(String topic, Object data, @Nullable Instant at, boolean recordOnly) {

        static Content of(String topic, EventRecord record) {
            return new Content(
                    topic, record.data(), stated(record.occurredAt(), record.receivedAt()), record.recordOnly());
        }

        static Content of(String topic, NotificationRecord record) {
            return new Content(topic, record.data(), stated(record.occurredAt(), record.receivedAt()), false);
        }

        private static @Nullable Instant stated(Instant occurredAt, Instant receivedAt) {
            return occurredAt.equals(receivedAt) ? null : occurredAt;
        }
    }

    private record Message(Content content, Append append) {}

    /** Keeps a message that was not acknowledged in time. */
    void add(ChargerId charger, Content content, Append append) {
        if (append.isRefused()) {
            return;
        }
        messages.compute(charger, (_, present) -> {
            List<Message> changed = present == null ? new ArrayList<>() : new ArrayList<>(present);
            if (changed.size() == MOST) {
                changed.removeFirst();
            }
            changed.add(new Message(content, append));
            return changed;
        });
    }

    /**
     * Removes and returns the append of a repeated message. Also removes other messages without a time on the same
     * topic: after another message, a repeated one cannot be told from a new one.
     */
    Optional<Append> take(ChargerId charger, Content content) {
        if (messages.isEmpty() || !messages.containsKey(charger)) {
            return Optional.empty();
        }
        List<Append> found = new ArrayList<>();
        messages.computeIfPresent(charger, (_, present) -> {
            List<Message> left = new ArrayList<>();
            for (Message one : present) {
                if (found.isEmpty() && one.content().equals(content)) {
                    found.add(one.append());
                } else if (one.content().at() != null || !one.content().topic().equals(content.topic())) {
                    left.add(one);
                }
            }
            return left.isEmpty() ? null : left;
        });
        return found.stream().filter(append -> !isFailed(append)).findFirst();
    }

    private static boolean isFailed(Append append) {
        return append.isCompletedExceptionally();
    }
}
