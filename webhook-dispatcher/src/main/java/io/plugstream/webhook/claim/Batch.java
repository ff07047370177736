package io.plugstream.webhook.claim;

import io.plugstream.model.webhook.ClaimedEvent;
import io.plugstream.webhook.deliver.Delivery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * What one record of claims says about events of a shard that were read together.
 *
 * @param events to claim
 * @param deliveries of these events, to be POSTed once the record is in the log
 * @param unreadable what has to be parked first, with the reason
 * @param following for each topic, the offset after the last event that is dealt with
 * @param held for each partition that has to wait, the events that are not dealt with
 * @param left what comes next, because the batch is full
 */
record Batch(
        List<ClaimedEvent> events,
        List<Delivery> deliveries,
        List<Unreadable> unreadable,
        Map<String, Long> following,
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> held,
        List<ConsumerRecord<byte[], byte[]>> left) {

    /** With the longest ids, a record of so many claims is half of what brokers take by default. */
    private static final int MOST_CLAIMS = 1_000;

    /** A record that has to be parked. */
    record Unreadable(ConsumerRecord<byte[], byte[]> record, String reason) {}

    static Batch empty() {
        return new Batch(
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new HashMap<>(),
                new HashMap<>(),
                new ArrayList<>());
    }

    boolean isFull() {
        return deliveries.size() >= MOST_CLAIMS;
    }
}
