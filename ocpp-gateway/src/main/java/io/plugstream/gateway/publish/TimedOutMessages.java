package io.plugstream.gateway.publish;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import com.github.benmanes.caffeine.cache.Ticker;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.NotificationRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Messages without a result because the append took too long. The append may still succeed or have succeeded since. A
 * charger that repeats the message over any socket of this gateway joins that append, however long it is under way, and
 * for some time after that.
 */
@Component
final class TimedOutMessages {

    /** Per charger. */
    private static final int MOST = OverdueAppends.MOST;

    /** How long a message is recognised by its time. Longer than any append is under way. */
    private static final Duration WITH_TIME = Duration.ofHours(24);

    /** How long a message without a time is a repetition. After that a boot, for example, is another one. */
    private static final Duration WITHOUT_TIME = Duration.ofMinutes(15);

    private final Ticker nanoTime;
    private final Map<ChargerId, List<Message>> messages;

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

    private record Message(Content content, Append append, long since) {

        boolean isExpired(long now) {
            Duration kept = content.at() == null ? WITHOUT_TIME : WITH_TIME;
            return append.isDone() && now - since > kept.toNanos();
        }
    }

    @Autowired
    TimedOutMessages() {
        this(Ticker.systemTicker());
    }

    TimedOutMessages(Ticker nanoTime) {
        this.nanoTime = nanoTime;
        this.messages = Caffeine.newBuilder()
                .scheduler(Scheduler.systemScheduler())
                .ticker(nanoTime)
                .expireAfterWrite(WITH_TIME)
                .<ChargerId, List<Message>>build()
                .asMap();
    }

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
            changed.add(new Message(content, append, nanoTime.read()));
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
        long now = nanoTime.read();
        List<Append> found = new ArrayList<>();
        messages.computeIfPresent(charger, (_, present) -> {
            List<Message> left = new ArrayList<>();
            for (Message one : present) {
                if (one.isExpired(now)) {
                    continue;
                }
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
