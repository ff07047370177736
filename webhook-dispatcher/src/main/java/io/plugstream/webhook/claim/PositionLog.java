package io.plugstream.webhook.claim;

import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.DeliveryPosition;
import io.plugstream.webhook.group.LogEnds;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/** How far each partition of events has been claimed by anyone, as the compacted topic of positions says. For one thread. */
final class PositionLog implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(50);
    /** More than a transaction of a dispatcher that died can stay open. */
    private static final Duration LONGEST_READ = Duration.ofSeconds(60);

    private final Consumer<byte[], byte[]> consumer;
    private final LogEnds ends;
    private final Map<TopicPartition, Long> claimedThrough = new HashMap<>();
    private List<TopicPartition> partitions = List.of();

    PositionLog(KafkaClients clients) {
        Map<String, Object> settings = clients.consumer();
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        this.consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.ends = new LogEnds(clients);
    }

    /** Reads everything that was committed before this call, from where the last call ended. */
    void readToTheEnd() {
        if (partitions.isEmpty()) {
            assign();
        }
        long deadline = System.nanoTime() + LONGEST_READ.toNanos();
        Map<TopicPartition, Long> end = ends.of(partitions);
        while (end.entrySet().stream().anyMatch(one -> consumer.position(one.getKey()) < one.getValue())) {
            if (System.nanoTime() > deadline) {
                throw new TimeoutException("positions could not be read to their end within " + LONGEST_READ);
            }
            consumer.poll(POLL).forEach(this::apply);
        }
    }

    /** The last claimed offset of {@code source}; null if none ever was. */
    @Nullable
    Long claimedThrough(TopicPartition source) {
        return claimedThrough.get(source);
    }

    private void assign() {
        String topic = Topics.DELIVERY_POSITIONS.name();
        partitions = consumer.partitionsFor(topic).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    private void apply(ConsumerRecord<byte[], byte[]> record) {
        // One that cannot be read must not be passed over: without it, claims could be made twice.
        DeliveryPosition position =
                Topics.DELIVERY_POSITIONS.values().deserializer().deserialize(record.topic(), record.value());
        if (position != null) {
            claimedThrough.put(new TopicPartition(position.topic(), position.partition()), position.offset());
        }
    }

    @Override
    public void close() {
        consumer.close();
        ends.close();
    }
}
