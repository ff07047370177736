package io.plugstream.webhook.group;

import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A consumer and a transactional producer that commits for it. Membership is static (the instance's name), so that a
 * process that was killed and starts again takes its place at once. A member that the group has given up cannot commit.
 * After any exception the member is of no more use and must be closed. For one thread.
 */
public final class GroupMember implements AutoCloseable {

    private static final int SESSION_TIMEOUT_MS = 10_000;
    private static final int TRANSACTION_TIMEOUT_MS = 10_000;
    private static final int LONGEST_COMMIT_MS = 15_000;
    private static final int RETRY_MS = 5;

    private final Consumer<byte[], byte[]> consumer;
    private final Producer<byte[], byte[]> producer;
    private boolean leaving;

    private GroupMember(Consumer<byte[], byte[]> consumer, Producer<byte[], byte[]> producer) {
        this.consumer = consumer;
        this.producer = producer;
    }

    /**
     * Makes a member of {@code group} that has not subscribed yet.
     *
     * @param reading settings of the consumer of its own, {@code auto.offset.reset} among them
     */
    public static GroupMember of(KafkaClients clients, Instance instance, String group, Map<String, Object> reading) {
        String name = group + '-' + instance.name();
        Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                consumer(clients, group, name, reading), new ByteArrayDeserializer(), new ByteArrayDeserializer());
        try {
            Producer<byte[], byte[]> producer =
                    new KafkaProducer<>(producer(clients, name), new ByteArraySerializer(), new ByteArraySerializer());
            return new GroupMember(consumer, producer);
        } catch (RuntimeException e) {
            consumer.close();
            throw e;
        }
    }

    private static Map<String, Object> consumer(
            KafkaClients clients, String group, String name, Map<String, Object> reading) {
        Map<String, Object> settings = clients.consumer();
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        settings.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, name);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, name);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT_MS);
        settings.put(
                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                List.of(CooperativeStickyAssignor.class.getName()));
        settings.putAll(reading);
        return settings;
    }

    private static Map<String, Object> producer(KafkaClients clients, String name) {
        Map<String, Object> settings = clients.producer();
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, name);
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, name);
        settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_TIMEOUT_MS);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, LONGEST_COMMIT_MS);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, TRANSACTION_TIMEOUT_MS);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        // The next transaction often finds the last one's markers being written; it must not wait long for them.
        settings.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, RETRY_MS);
        return settings;
    }

    /** Ends what a former process of this name left open; to be called before the first read. */
    public void fenceFormer() {
        producer.initTransactions();
    }

    /** The consumer, for reading and seeking; offsets are committed by {@link #commit} only. */
    public Consumer<byte[], byte[]> consumer() {
        return consumer;
    }

    /**
     * Appends {@code records} and commits {@code next} as the group's offsets, all or nothing. When it returns, the
     * transaction is committed; when it throws, that is not known.
     */
    public void commit(List<ProducerRecord<byte[], byte[]>> records, Map<TopicPartition, OffsetAndMetadata> next) {
        producer.beginTransaction();
        for (ProducerRecord<byte[], byte[]> record : records) {
            // A failure shows at the commit.
            var _ = producer.send(record);
        }
        producer.sendOffsetsToTransaction(next, consumer.groupMetadata());
        producer.commitTransaction();
    }

    /** From now on, closing means leaving the group, so that others take over at once. */
    public void leave() {
        leaving = true;
    }

    @Override
    public void close() {
        producer.close(leaving ? Duration.ofSeconds(2) : Duration.ZERO);
        consumer.close(CloseOptions.timeout(Duration.ofSeconds(2))
                .withGroupMembershipOperation(
                        leaving ? GroupMembershipOperation.LEAVE_GROUP : GroupMembershipOperation.REMAIN_IN_GROUP));
    }
}
