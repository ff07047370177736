package io.plugstream.webhook.claim;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.plugstream.base.shard.ShardGroup;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the partitions of the assigned shards: a shard's from its own positions, and only while it is open. Confined to
 * one thread.
 */
final class ShardReader {

    private static final Logger log = LoggerFactory.getLogger(ShardReader.class);

    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration SHORT_POLL = Duration.ofMillis(20);
    private static final Duration COMMIT_EVERY = Duration.ofSeconds(5);

    private final Consumer<byte[], byte[]> consumer;
    private final KafkaClientMetrics reading;
    private final LongSupplier nanos;
    private long nextCommit;

    /**
     * @param consumer a member of the group
     * @param nanos a clock that never goes back
     */
    ShardReader(Consumer<byte[], byte[]> consumer, ClaimMetrics metrics, LongSupplier nanos) {
        this.consumer = consumer;
        this.reading = metrics.reading(consumer);
        this.nanos = nanos;
        this.nextCommit = nanos.getAsLong();
    }

    /** @throws IllegalStateException if the topics differ in their number of partitions */
    void join(ConsumerRebalanceListener listener) {
        ShardLog.check(Stream.concat(Sources.NAMES.stream(), Sources.WRITTEN.stream())
                .collect(Collectors.toMap(
                        topic -> topic, topic -> consumer.partitionsFor(topic).size(), (one, _) -> one, TreeMap::new)));
        consumer.subscribe(Sources.NAMES, listener);
    }

    ConsumerRecords<byte[], byte[]> read(boolean isBusy) {
        return consumer.poll(isBusy ? SHORT_POLL : POLL);
    }

    /** Whether all partitions of the shard are assigned. */
    boolean has(int shard) {
        return consumer.assignment().containsAll(partitions(shard));
    }

    /** Goes to the positions of the shard if it is open; pauses its partitions if not. */
    void begin(AssignedShard shard) {
        Set<TopicPartition> partitions = partitions(shard.number());
        OpenShard open = shard.open();
        if (open == null) {
            // Any position will do, because a paused partition is not read.
            partitions.forEach(partition -> consumer.seek(partition, 0));
            consumer.pause(partitions);
        } else {
            positions(open).forEach(consumer::seek);
            consumer.resume(partitions);
        }
    }

    /** Pauses these partitions, if they are assigned, and no others. */
    void pauseOnly(Set<TopicPartition> waiting) {
        Set<TopicPartition> assigned = new HashSet<>(waiting);
        assigned.retainAll(consumer.assignment());
        Set<TopicPartition> over = new HashSet<>(consumer.paused());
        over.removeAll(assigned);
        consumer.resume(over);
        consumer.pause(assigned);
    }

    /** Commits offsets only to show the group's lag; a shard resumes from its claim records. */
    void commitWhenDue(Collection<OpenShard> shards) {
        long now = nanos.getAsLong();
        if (now - nextCommit < 0) {
            return;
        }
        nextCommit = now + COMMIT_EVERY.toNanos();
        Map<TopicPartition, OffsetAndMetadata> offsets = offsets(shards);
        if (!offsets.isEmpty()) {
            consumer.commitAsync(offsets, (_, failure) -> {
                if (failure != null) {
                    log.debug("The group's offsets are committed later: {}", failure.toString());
                }
            });
        }
    }

    void commitNow(Collection<OpenShard> shards, Duration longest) {
        consumer.commitSync(offsets(shards), longest);
    }

    /**
     * Positions of the open shards in the assigned partitions. Offsets of a shard without a claim record would say that
     * its claims are lost (ADR 40).
     */
    private Map<TopicPartition, OffsetAndMetadata> offsets(Collection<OpenShard> shards) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        shards.stream()
                .filter(OpenShard::isInTheLog)
                .map(ShardReader::positions)
                .forEach(offsets::putAll);
        offsets.keySet().retainAll(consumer.assignment());
        return offsets;
    }

    private static Map<TopicPartition, OffsetAndMetadata> positions(OpenShard open) {
        Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
        open.state()
                .next()
                .forEach((topic, next) ->
                        positions.put(new TopicPartition(topic, open.number()), new OffsetAndMetadata(next)));
        return positions;
    }

    static Set<TopicPartition> partitions(int shard) {
        return Sources.NAMES.stream()
                .map(topic -> new TopicPartition(topic, shard))
                .collect(Collectors.toSet());
    }

    void close(Duration longest, boolean leaves) {
        reading.close();
        ShardGroup.close(consumer, longest, leaves);
    }
}
