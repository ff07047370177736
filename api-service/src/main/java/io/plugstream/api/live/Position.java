package io.plugstream.api.live;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** A position in the event topics: the offset of the next record in each partition. Immutable. */
final class Position {

    /** All partitions in the order of {@link EventIds}, whose version must change with this list. */
    static final List<TopicPartition> PARTITIONS;

    /** The topics of streamed events. */
    static final List<Topic<ChargerId, ?>> TOPICS =
            List.of(Topics.CHARGER_EVENTS, Topics.CONNECTOR_EVENTS, Topics.TRANSACTION_EVENTS);

    static {
        PARTITIONS = TOPICS.stream().flatMap(Position::partitions).toList();
    }

    private static final Map<TopicPartition, Integer> SLOTS = IntStream.range(0, PARTITIONS.size())
            .boxed()
            .collect(Collectors.toUnmodifiableMap(PARTITIONS::get, Function.identity()));

    /** Before the first record. */
    static final Position START = new Position(new long[PARTITIONS.size()]);

    private final long[] next;

    private Position(long[] next) {
        this.next = next;
    }

    /** The next offsets in the order of {@link #PARTITIONS}. */
    static Position of(long... next) {
        if (next.length != PARTITIONS.size()) {
            throw new IllegalArgumentException("a position has " + PARTITIONS.size() + " offsets");
        }
        return new Position(next.clone());
    }

    static Position of(Map<TopicPartition, Long> offsets) {
        return new Position(PARTITIONS.stream()
                .mapToLong(partition -> offsets.getOrDefault(partition, 0L))
                .toArray());
    }

    static int slot(ConsumerRecord<?, ?> record) {
        return slot(new TopicPartition(record.topic(), record.partition()));
    }

    static int slot(TopicPartition partition) {
        Integer slot = SLOTS.get(partition);
        if (slot == null) {
            throw new IllegalArgumentException(partition + " is not a partition of an event topic");
        }
        return slot;
    }

    long next(int slot) {
        return next[slot];
    }

    long[] toArray() {
        return next.clone();
    }

    /** Whether {@code other} is further in any partition. */
    boolean isBehind(Position other) {
        return slots().anyMatch(slot -> next[slot] < other.next[slot]);
    }

    /** The later offset of each partition. */
    Position max(Position other) {
        return new Position(slots().mapToLong(slot -> Math.max(next[slot], other.next[slot]))
                .toArray());
    }

    /** Keeps the slots that match {@code kept}; takes {@code otherwise} for the others, if it is later. */
    Position where(IntPredicate kept, Position otherwise) {
        return new Position(slots().mapToLong(
                        slot -> kept.test(slot) ? next[slot] : Math.max(next[slot], otherwise.next[slot]))
                .toArray());
    }

    static IntStream slots() {
        return IntStream.range(0, PARTITIONS.size());
    }

    private static java.util.stream.Stream<TopicPartition> partitions(Topic<?, ?> topic) {
        return IntStream.range(0, topic.partitions()).mapToObj(n -> new TopicPartition(topic.name(), n));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Position position && Arrays.equals(next, position.next);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(next);
    }

    @Override
    public String toString() {
        return Arrays.toString(next);
    }
}
