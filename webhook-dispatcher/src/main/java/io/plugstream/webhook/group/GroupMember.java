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
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A consumer and the transactions that commit for it. Membership is static (the instance's name), so that a
 * process that was killed and starts again takes its place at once. A member that the group has given up cannot commit.
 * After any exception the member is of no more use and must be closed. For one thread.
 */
public final class GroupMember implements AutoCloseable {

    private static final int SESSION_TIMEOUT_MS = 10_000;

    private final Consumer<byte[], byte[]> consumer;
    private final Transactions transactions;
    private boolean leaving;

    private GroupMember(Consumer<byte[], byte[]> consumer, Transactions transactions) {
        this.consumer = consumer;
        this.transactions = transactions;
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
            return new GroupMember(consumer, new Transactions(clients, name));
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
        // Not the cooperative one: it gives a partition in two steps, and the second may never come (ADR 0034).
        settings.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, List.of(StickyAssignor.class.getName()));
        settings.putAll(reading);
        return settings;
    }

    /** Ends what a former process of this name left open; to be called before the first read. */
    public void fenceFormer() {
        transactions.fenceFormer();
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
        transactions.commit(records, next, consumer.groupMetadata());
    }

    /** From now on, closing means leaving the group, so that others take over at once. */
    public void leave() {
        leaving = true;
    }

    @Override
    public void close() {
        transactions.close(leaving ? Duration.ofSeconds(2) : Duration.ZERO);
        consumer.close(CloseOptions.timeout(Duration.ofSeconds(2))
                .withGroupMembershipOperation(
                        leaving ? GroupMembershipOperation.LEAVE_GROUP : GroupMembershipOperation.REMAIN_IN_GROUP));
    }
}
