package io.plugstream.quota;

import io.plugstream.model.quota.DailyUsage;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;

/**
 * Reads calls, writes decisions, counts and dead letters. One task decides each partition's calls in offset order, and
 * all calls of an organisation are in one partition, so decisions depend only on the log.
 */
final class QuotaTopology {

    static final String SERVICE = "quota-service";

    static final String DECISIONS = "decisions";
    static final String USAGE = "usage";
    static final String DEAD_LETTERS = "dead-letters";

    static final Topic<byte[], byte[]> PARKED = Topics.deadLetters(SERVICE);

    /** The topics from which Kafka Streams restores the stores. */
    static final List<String> CHANGELOGS = Stream.of(DayCounts.STORE, RefusedCalls.STORE)
            .map(store -> SERVICE + '-' + store + "-changelog")
            .toList();

    private static final String CALLS = "calls";
    private static final String METER = "meter";

    private QuotaTopology() {}

    /**
     * Builds the topology. Its only side effects are on {@code metrics}.
     *
     * @param clock reveals brokers' clocks that are wrong
     */
    static Topology build(QuotaMetrics metrics, InstantSource clock) {
        Topology topology = new Topology();
        // Reads bytes, so that unreadable records can be parked unchanged.
        topology.addSource(
                AutoOffsetReset.earliest(),
                CALLS,
                new PlausibleAppendTime(clock, metrics),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                Topics.API_CALLS.name());
        topology.addProcessor(METER, () -> new CallMeter(metrics), CALLS);
        topology.addStateStore(DayCounts.store(), METER);
        topology.addStateStore(RefusedCalls.store(), METER);
        addSink(topology, DECISIONS, Topics.QUOTA_DECISIONS);
        topology.addSink(
                USAGE,
                Topics.DAILY_USAGE.name(),
                Topics.DAILY_USAGE.keys().serializer(),
                Topics.DAILY_USAGE.values().serializer(),
                QuotaTopology::ofCalls,
                METER);
        addSink(topology, DEAD_LETTERS, PARKED);
        return topology;
    }

    /**
     * The partition of a count: that of the organisation's calls, whatever the day. So a task writes to one partition
     * of the counts, and another partition without a leader does not stop it (ADR 25).
     */
    static Optional<Set<Integer>> ofCalls(String topic, String key, DailyUsage usage, int partitions) {
        return Optional.of(Set.of(Topics.API_CALLS.partition(usage.organisationId(), partitions)));
    }

    private static <K, V> void addSink(Topology topology, String name, Topic<K, V> topic) {
        topology.addSink(
                name, topic.name(), topic.keys().serializer(), topic.values().serializer(), METER);
    }
}
