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
 * The streams of this replica by organisation, and how far the head has told them. A stream joins between two records, so
 * that it knows exactly from which record on it hears.
 */
@Component
class Audiences {

    private final Object lock = new Object();
    private final Map<String, List<Subscription>> subscriptions = new ConcurrentHashMap<>();
    private final Counter cut;
    private long @Nullable [] next;
    private int size;

    Audiences(MeterRegistry meters) {
        this.cut = Counter.builder("plugstream.api.live.cut")
                .description("Streams that were cut off because they were read too slowly")
                .register(meters);
        Gauge.builder("plugstream.api.live.streams", this, Audiences::size)
                .description("Streams at the head of the events")
                .register(meters);
    }

    /** Where the head is; null before it has begun. */
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

    /** From the head's present place on; answers that place, null before the head has begun. */
    @Nullable
    Position join(Subscription subscription) {
        synchronized (lock) {
            if (next == null) {
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

    /** Passes a record on to those who want it. It is parsed before the lock is taken, which event loops wait for. */
    void tell(ConsumerRecord<byte[], byte[]> record) {
        String organisation = RecordKey.organisation(record);
        PreparedEvent prepared = new PreparedEvent(record);
        if (subscriptions.containsKey(organisation)) {
            prepared.content();
        }
        int slot = EventRecords.slot(record);
        synchronized (lock) {
            if (next == null) {
                return;
            }
            next[slot] = record.offset() + 1;
            List<Subscription> hearers = subscriptions.get(organisation);
            if (hearers != null) {
                Position head = Position.of(next);
                prepared.content().ifPresent(content -> tell(hearers, content, slot, record.offset(), head));
            }
        }
    }

    private void tell(List<Subscription> hearers, PreparedEvent.Content content, int slot, long offset, Position head) {
        @Nullable StreamMessage shared = null;
        for (Subscription hearer : List.copyOf(hearers)) {
            if (!hearer.wants(content.event(), slot, offset)) {
                continue;
            }
            StreamMessage message;
            if (hearer.isAheadOf(head)) {
                message = content.message(hearer.audience(), hearer.own(head));
            } else {
                // All hearers of an event are of one audience.
                shared = shared == null ? content.message(hearer.audience(), head) : shared;
                message = shared;
            }
            offer(hearer, message);
        }
    }

    /** Passes a refused handshake on to those who want it. It has no place among the events, so it changes no id. */
    void tell(RefusedHandshake refusal) {
        synchronized (lock) {
            List<Subscription> hearers = subscriptions.getOrDefault(refusal.organisationId(), List.of()).stream()
                    .filter(hearer -> hearer.wants(refusal))
                    .toList();
            if (!hearers.isEmpty()) {
                StreamMessage message = StreamMessage.refusal(refusal);
                hearers.forEach(hearer -> hearer.offerIfRoom(message));
            }
        }
    }

    /** Says to those who want refused handshakes that some may be missing. */
    void missedRefusals() {
        tellAll(
                Extra.HANDSHAKES,
                StreamMessage.notice(null, "gap", "Some refused handshakes may be missing. The lists have them."));
    }

    /** Says to those of an organisation who want to know it that one of its lists changed. */
    void tellChange(String organisationId, String list) {
        synchronized (lock) {
            List<Subscription> hearers = subscriptions.get(organisationId);
            if (hearers != null) {
                offer(hearers, Extra.CHANGES, StreamMessage.change(list));
            }
        }
    }

    /** Says to those who want to know of changes that they may have missed some. */
    void missedChanges() {
        tellAll(Extra.CHANGES, StreamMessage.notice(null, "gap", "Any list may have changed."));
    }

    /** Says to those who want to know it that their streams are there. */
    void pulse() {
        tellAll(Extra.HEARTBEATS, StreamMessage.heartbeat());
    }

    private void tellAll(Extra extra, StreamMessage message) {
        synchronized (lock) {
            offer(all(), extra, message);
        }
    }

    private static void offer(List<Subscription> some, Extra extra, StreamMessage message) {
        some.stream()
                .filter(subscription -> subscription.wants(extra))
                .forEach(subscription -> subscription.offerIfRoom(message));
    }

    /** Says to everybody that nothing has happened, and up to where. */
    void beat() {
        synchronized (lock) {
            Position head = Optional.ofNullable(next).map(Position::of).orElse(null);
            for (Subscription subscription : all()) {
                String id = head == null ? null : EventIds.write(subscription.own(head), subscription.audience());
                offer(subscription, StreamMessage.comment(id, "heartbeat"));
            }
        }
    }

    /** Ends all streams, because the head missed something; begins anew. */
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
