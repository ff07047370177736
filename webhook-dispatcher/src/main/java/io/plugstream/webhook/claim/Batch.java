package io.plugstream.webhook.claim;

import io.plugstream.webhook.deliver.Delivery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * What one transaction says about the events that were read together.
 *
 * @param deliveries to claim, and to POST once that is committed
 * @param parked what could not be read, for the dead letters
 * @param following for each partition, the offset after the last event that is dealt with
 * @param held for each partition that has to wait, the events that are not dealt with
 */
record Batch(
        List<Delivery> deliveries,
        List<ProducerRecord<byte[], byte[]>> parked,
        Map<TopicPartition, Long> following,
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> held) {

    static Batch empty() {
        return new Batch(new ArrayList<>(), new ArrayList<>(), new HashMap<>(), new HashMap<>());
    }

    boolean isEmpty() {
        return following.isEmpty();
    }
}
