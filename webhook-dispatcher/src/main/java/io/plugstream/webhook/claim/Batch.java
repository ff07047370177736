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
 * The content of one claim record, made from a shard's events that were read together.
 *
 * @param events to claim
 * @param deliveries the deliveries of these events, POSTed once the record is in the log
 * @param unreadable records to be parked first, with the reason
 * @param following for each topic, the offset after the last processed event
 * @param held for each partition that has to wait, its unprocessed events
 * @param left events for the next batch, because this one is full
 */
record Batch(
        List<ClaimedEvent> events,
        List<Delivery> deliveries,
        List<Unreadable> unreadable,
        Map<String, Long> following,
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> held,
        List<ConsumerRecord<byte[], byte[]>> left) {

    /** With the longest ids, a record with this many claims is half of the brokers' default maximum size. */
    private static final int MOST_CLAIMS = 1_000;

    /** A record to be parked. */
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
