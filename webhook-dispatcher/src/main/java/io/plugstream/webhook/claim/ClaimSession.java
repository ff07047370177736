package io.plugstream.webhook.claim;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.DeliveryPosition;
import io.plugstream.webhook.deliver.Delivery;
import io.plugstream.webhook.group.GroupMember;
import io.plugstream.webhook.group.Records;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** One membership in the dispatchers' group, until something fails. For one thread. */
final class ClaimSession implements AutoCloseable {

    /** The name of the consumer group. */
    static final String GROUP = "webhook-dispatcher";

    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration HOLD = Duration.ofMillis(20);
    private static final Duration AT_ONCE = Duration.ofNanos(500_000);
    private static final Duration FETCH = Duration.ofMillis(2);

    private final Claimant claimant;
    private final ClaimMeters meters;
    private final GroupMember member;
    private final PositionLog positions;
    private final StartingPoints starts;
    private final Supplier<Pace> pace;
    private final KafkaClientMetrics reading;
    /** Read, but late and without room; their partitions are paused. */
    private final Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> held = new HashMap<>();

    ClaimSession(
            KafkaClients clients,
            Instance instance,
            Duration lookBack,
            Claimant claimant,
            Supplier<Pace> pace,
            ClaimMeters meters,
            Clock clock) {
        this.claimant = claimant;
        this.pace = pace;
        this.meters = meters;
        // Where to begin is always said; if the log does not go back so far, that is a failure and the session begins
        // anew.
        this.member = GroupMember.of(clients, instance, GROUP, Map.of(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none"));
        this.positions = new PositionLog(clients);
        this.starts = new StartingPoints(member, positions, lookBack, clock);
        this.reading = meters.reading(member.consumer());
    }

    void join() {
        member.fenceFormer();
        member.consumer()
                .subscribe(
                        List.of(
                                Topics.CHARGER_EVENTS.name(),
                                Topics.CONNECTOR_EVENTS.name(),
                                Topics.TRANSACTION_EVENTS.name(),
                                Topics.WEBHOOK_TESTS.name()),
                        starts);
    }

    /** Waits for events and claims them. What it returns is committed and must be POSTed; what it throws at is not. */
    List<Delivery> claim() {
        Batch batch = claimant.batch(read(), starts::isUnclaimed, pace.get());
        hold(batch.held());
        Map<TopicPartition, Long> following = new HashMap<>(starts.unrecorded());
        following.putAll(batch.following());
        if (following.isEmpty()) {
            return List.of();
        }
        meters.transaction(() -> member.commit(records(batch, following), offsets(following)));
        starts.committed(following);
        meters.claimed(batch.deliveries().size());
        return batch.deliveries();
    }

    private List<ConsumerRecord<byte[], byte[]>> read() {
        long asked = System.nanoTime();
        ConsumerRecords<byte[], byte[]> polled = member.consumer().poll(held.isEmpty() ? POLL : HOLD);
        boolean fetchedBefore = !polled.isEmpty() && System.nanoTime() - asked < AT_ONCE.toNanos();
        // What was there at once was fetched while the last transaction ran; what has come since is one more fetch
        // away.
        ConsumerRecords<byte[], byte[]> since =
                fetchedBefore ? member.consumer().poll(FETCH) : ConsumerRecords.empty();
        // A partition that was taken away meanwhile, and even one that came back, is paused no more and is read anew.
        held.keySet().retainAll(member.consumer().paused());
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        held.values().forEach(records::addAll);
        polled.forEach(records::add);
        since.forEach(records::add);
        return records;
    }

    /** They are looked at again in a moment; other partitions go on. */
    private void hold(Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> late) {
        held.clear();
        held.putAll(late);
        member.consumer().resume(member.consumer().paused());
        if (!held.isEmpty()) {
            member.consumer().pause(held.keySet());
            meters.held();
        }
    }

    void leave() {
        member.leave();
    }

    private static List<ProducerRecord<byte[], byte[]>> records(Batch batch, Map<TopicPartition, Long> following) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(batch.parked());
        for (Delivery delivery : batch.deliveries()) {
            records.add(Records.of(Topics.WEBHOOK_DELIVERIES, delivery.claim().webhookId(), delivery.claim()));
        }
        following.forEach((partition, next) -> {
            var position = new DeliveryPosition(partition.topic(), partition.partition(), next - 1);
            records.add(Records.of(Topics.DELIVERY_POSITIONS, position.key(), position));
        });
        return records;
    }

    private static Map<TopicPartition, OffsetAndMetadata> offsets(Map<TopicPartition, Long> following) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        following.forEach((partition, next) -> offsets.put(partition, new OffsetAndMetadata(next)));
        return offsets;
    }

    @Override
    public void close() {
        try (positions) {
            reading.close();
            member.close();
        }
    }
}
