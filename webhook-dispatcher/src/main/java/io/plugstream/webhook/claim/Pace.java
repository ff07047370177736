package io.plugstream.webhook.claim;

import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.webhook.deliver.Delivery;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;
import org.apache.kafka.common.TopicPartition;

/**
 * Holds back late events, such as after an absence of all dispatchers, while there is no room for them, and no longer
 * than that absence allows (ADR 24). Confined to the claim thread.
 */
final class Pace {

    private final IntSupplier roomInAll;
    private final ToIntFunction<Claimed> room;
    private final Duration late;
    private final Map<TopicPartition, Backlog> backlogs = new HashMap<>();
    private final Map<String, Integer> planned = new HashMap<>();
    private int plannedInAll;
    private OptionalInt freeInAll = OptionalInt.empty();

    /**
     * @param roomInAll how many more late deliveries all webhooks together should be given
     * @param room how many more the webhook of a claim should be given
     * @param late events that have been in the log for longer are late
     */
    Pace(IntSupplier roomInAll, ToIntFunction<Claimed> room, Duration late) {
        this.roomInAll = roomInAll;
        this.room = room;
        this.late = late;
    }

    /** Begins a turn: what was admitted in the last one counts in the queues now. */
    void begin() {
        planned.clear();
        plannedInAll = 0;
        freeInAll = OptionalInt.empty();
    }

    /** Whether an event appended at {@code appended} may be claimed now, for all its webhooks or none. */
    boolean admits(TopicPartition partition, Instant appended, List<Delivery> deliveries, Instant now) {
        if (mayWait(partition, appended, now) && !hasRoom(deliveries)) {
            return false;
        }
        deliveries.forEach(delivery -> planned.merge(delivery.claim().webhookId(), 1, Integer::sum));
        plannedInAll += deliveries.size();
        return true;
    }

    private boolean mayWait(TopicPartition partition, Instant appended, Instant now) {
        Duration age = Duration.between(appended, now);
        if (age.compareTo(late) <= 0) {
            backlogs.remove(partition);
            return false;
        }
        return backlogs.compute(
                        partition,
                        (_, known) -> known == null || known.endsBefore(appended) ? Backlog.found(now, age) : known)
                .mayWait(age, now);
    }

    private boolean hasRoom(List<Delivery> deliveries) {
        if (freeInAll.isEmpty()) {
            freeInAll = OptionalInt.of(roomInAll.getAsInt());
        }
        return plannedInAll < freeInAll.getAsInt()
                && deliveries.stream().map(Delivery::claim).allMatch(this::hasRoom);
    }

    private boolean hasRoom(Claimed claim) {
        return planned.getOrDefault(claim.webhookId(), 0) < room.applyAsInt(claim);
    }

    /**
     * Late events of a partition, which are to be worked off within twice the age of the first one. So a webhook that
     * takes fewer events than come delays the others only for that long, and not for as long as they come.
     *
     * @param end when events wait no longer
     */
    private record Backlog(Instant end) {

        static Backlog found(Instant now, Duration age) {
            return new Backlog(now.plus(age).plus(age));
        }

        boolean endsBefore(Instant appended) {
            return end.isBefore(appended);
        }

        /** The age that events may reach by waiting falls from twice that of the first one to zero. */
        boolean mayWait(Duration age, Instant now) {
            return age.compareTo(Duration.between(now, end)) <= 0;
        }
    }
}
