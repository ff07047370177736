package io.plugstream.sandbox.shard;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.BinaryOperator;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** The orders that were read and not processed yet, and the offsets before which all are processed. */
final class PendingOrders {

    private static final BinaryOperator<OffsetAndMetadata> FIRST =
            BinaryOperator.minBy((one, other) -> Long.compare(one.offset(), other.offset()));

    private final Map<ChargerId, Queue<PendingOrder>> byCharger = new LinkedHashMap<>();
    private final Map<TopicPartition, OffsetAndMetadata> read = new HashMap<>();

    void add(ChargerId id, PendingOrder order) {
        byCharger.computeIfAbsent(id, _ -> new ArrayDeque<>()).add(order);
    }

    /**
     * Notes the positions after a poll.
     *
     * @throws KafkaException if one is before the last: the topic was recreated, or lost its end
     */
    void readUpTo(Map<TopicPartition, OffsetAndMetadata> positions) {
        positions.forEach((partition, position) -> {
            var former = read.put(partition, position);
            if (former != null && position.offset() < former.offset()) {
                throw new KafkaException(partition + " was recreated or lost its end: its reading goes on at "
                        + position.offset() + " instead of " + former.offset());
            }
        });
    }

    boolean isEmpty() {
        return byCharger.isEmpty();
    }

    /** Each charger's orders, oldest first. Different chargers' may be removed concurrently. */
    Map<ChargerId, Queue<PendingOrder>> byCharger() {
        return byCharger;
    }

    /** The offsets of the first orders that are not processed. Forgets the chargers without any. */
    Map<TopicPartition, OffsetAndMetadata> offsets() {
        byCharger.values().removeIf(Queue::isEmpty);
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>(read);
        byCharger.values().stream()
                .map(Queue::element)
                .forEach(order -> offsets.merge(
                        new TopicPartition(Topics.SANDBOX_ORDERS.name(), order.partition()),
                        new OffsetAndMetadata(order.offset()),
                        FIRST));
        return offsets;
    }

    /** Forgets everything: whoever gets the partitions reads what was not committed again. */
    void clear() {
        byCharger.clear();
        read.clear();
    }
}
