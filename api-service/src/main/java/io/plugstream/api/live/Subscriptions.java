package io.plugstream.api.live;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.projection.trail.RecordKey;
import io.plugstream.model.charger.RefusedHandshake;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * This replica's streams by organisation, and the position up to which the head has passed events to them. A stream
 * joins between two records, so its first record is exactly known.
 */
@Component
class Subscriptions {

    private final Object lock = new Object();
    private final Map<String, List<Subscription>> subscriptions = new ConcurrentHashMap<>();
    private final Counter cut;
    private long @Nullable [] next;
    private int size;

    Subscriptions(MeterRegistry meters) {
        this.cut = Counter.builder("plugstream.api.live.cut")
                .description("Streams cut off because their clients read too slowly")
                .register(meters);
        Gauge.builder("plugstream.api.live.streams", this, Subscriptions::size)
                .description("Streams that follow the head of the events")
                .register(meters);
    }

    /** The head's position; null before it has started. */
    @Nullable
    Position head() {
        synchronized (lock) {
            return next == null ? null : Position.of(next);
        }
    }

    void begin(Position head) {
        synchronized (lock) {
            next = head.toArray();
        }
    }

    /** Adds the stream at the head's current position and returns that position; null before the head has started. */
    @Nullable
    Position join(Subscription subscription) {
        synchronized (lock) {
            if (next == null) {
                subscription.end();
                return null;
            }
            Position head = Position.of(next);
            subscription.join(head);
            subscriptions
                    .computeIfAbsent(subscription.audience().organisationId(), _ -> new ArrayList<>())
                    .add(subscription);
            size++;
            return head;
        }
    }

    void leave(Subscription subscription) {
        synchronized (lock) {
            remove(subscription);
        }
    }

    /** Passes a record to the streams that want it. Parses it before taking the lock, which event loops take, too. */
    void dispatch(ConsumerRecord<byte[], byte[]> record) {
        String organisation = RecordKey.organisation(record);
        PreparedEvent prepared = subscriptions.containsKey(organisation) ? PreparedEvent.of(record) : null;
        int slot = Position.slot(record);
        synchronized (lock) {
            if (next == null) {
                return;
            }
            next[slot] = record.offset() + 1;
            List<Subscription> subscribers = subscriptions.get(organisation);
            if (subscribers == null) {
                return;
            }
            // A stream may have joined since.
            PreparedEvent event = prepared == null ? PreparedEvent.of(record) : prepared;
            if (event != null) {
                dispatch(subscribers, event, slot, record.offset(), Position.of(next));
            }
        }
    }

    private void dispatch(
            List<Subscription> subscribers, PreparedEvent prepared, int slot, long offset, Position head) {
        @Nullable StreamMessage shared = null;
        for (Subscription subscriber : List.copyOf(subscribers)) {
            if (!subscriber.wants(prepared.event(), slot, offset)) {
                continue;
            }
            StreamMessage message;
            if (subscriber.isAheadOf(head)) {
                message = prepared.message(subscriber.audience(), subscriber.own(head));
            } else {
                // All streams that want an event have the same audience.
                shared = shared == null ? prepared.message(subscriber.audience(), head) : shared;
                message = shared;
            }
            offer(subscriber, message);
        }
    }

    /** Passes a refused handshake to the streams that want it. It has no position among the events and no id. */
    void dispatch(RefusedHandshake refusal) {
        synchronized (lock) {
            List<Subscription> subscribers = subscriptions.getOrDefault(refusal.organisationId(), List.of()).stream()
                    .filter(subscriber -> subscriber.wants(refusal))
                    .toList();
            if (!subscribers.isEmpty()) {
                StreamMessage message = StreamMessage.refusal(refusal);
                subscribers.forEach(subscriber -> subscriber.offerIfRoom(message));
            }
        }
    }

    /** Warns the streams with refused handshakes that some may be missing. */
    void missedRefusals() {
        offerAll(
                Extra.HANDSHAKES,
                StreamMessage.notice(null, "gap", "Some refused handshakes may be missing. The lists have them."));
    }

    /** Tells an organisation's streams with list changes which list changed. */
    void dispatchChange(String organisationId, String list) {
        synchronized (lock) {
            List<Subscription> subscribers = subscriptions.get(organisationId);
            if (subscribers != null) {
                offer(subscribers, Extra.CHANGES, StreamMessage.change(list));
            }
        }
    }

    /** Warns the streams with list changes that they may have missed some. */
    void missedChanges() {
        offerAll(Extra.CHANGES, StreamMessage.notice(null, "gap", "Any list may have changed."));
    }

    /** Sends a heartbeat event to the streams that asked for it. */
    void pulse() {
        offerAll(Extra.HEARTBEATS, StreamMessage.heartbeat());
    }

    private void offerAll(Extra extra, StreamMessage message) {
        synchronized (lock) {
            offer(all(), extra, message);
        }
    }

    private static void offer(List<Subscription> some, Extra extra, StreamMessage message) {
        some.stream()
                .filter(subscription -> subscription.wants(extra))
                .forEach(subscription -> subscription.offerIfRoom(message));
    }

    /** Sends every stream a heartbeat comment with the head's position. */
    void beat() {
        synchronized (lock) {
            Position head = Optional.ofNullable(next).map(Position::of).orElse(null);
            for (Subscription subscription : all()) {
                String id = head == null ? null : EventIds.write(subscription.own(head), subscription.audience());
                offer(subscription, StreamMessage.comment(id, "heartbeat"));
            }
        }
    }

    /** Ends all streams, because the head missed events, and forgets its position. */
    void lost() {
        synchronized (lock) {
            next = null;
            all().forEach(subscription -> {
                subscription.end();
                remove(subscription);
            });
        }
    }

    private List<Subscription> all() {
        return subscriptions.values().stream().flatMap(List::stream).toList();
    }

    private void offer(Subscription subscription, StreamMessage message) {
        if (!subscription.offer(message)) {
            if (subscription.isCutOff()) {
                cut.increment();
            }
            remove(subscription);
        }
    }

    private void remove(Subscription subscription) {
        subscriptions.computeIfPresent(subscription.audience().organisationId(), (_, present) -> {
            if (present.remove(subscription)) {
                size--;
            }
            return present.isEmpty() ? null : present;
        });
    }

    private int size() {
        synchronized (lock) {
            return size;
        }
    }
}
