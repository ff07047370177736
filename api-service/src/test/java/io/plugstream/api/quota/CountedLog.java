package io.plugstream.api.quota;

import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.DailyUsage;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads calls and counts from the topics, and computes the counts that follow if each call counts once. */
final class CountedLog {

    private final String bootstrapServers;

    CountedLog(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
    }

    /** All calls of these organisations in the topic, in the order of their partitions. */
    List<ApiCall> calls(Set<String> organisations) {
        return read(Topics.API_CALLS, organisations);
    }

    /** The committed counts of these organisations, summed over their days. */
    Map<String, Long> counted(Set<String> organisations) {
        Map<String, DailyUsage> newest = new HashMap<>();
        read(Topics.DAILY_USAGE, organisations)
                .forEach(usage -> newest.merge(usage.key(), usage, (a, b) -> a.used() > b.used() ? a : b));
        Map<String, Long> counted = new HashMap<>();
        newest.values().forEach(usage -> counted.merge(usage.organisationId(), usage.used(), Long::sum));
        return counted;
    }

    /** The counts that follow from {@code calls}, computed without the service. */
    static Map<String, Long> expected(List<ApiCall> calls) {
        Map<String, Long> days = new HashMap<>();
        Map<String, Long> counted = new HashMap<>();
        Set<UUID> refused = new HashSet<>();
        for (ApiCall call : calls) {
            String day = call.organisationId() + '/' + Calls.day(call);
            boolean counts = call.asked() == null
                    ? call.admitted() || days.getOrDefault(day, 0L) < call.limit()
                    : refused.contains(call.asked());
            if (counts) {
                days.merge(day, (long) call.count(), Long::sum);
                counted.merge(call.organisationId(), (long) call.count(), Long::sum);
            } else {
                refused.add(call.callId());
            }
        }
        return counted;
    }

    /** Skips other keys first, because other tests write unreadable records under keys of their own. */
    private <V> List<V> read(Topic<String, V> topic, Set<String> organisations) {
        List<V> values = new ArrayList<>();
        try (KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "isolation.level", "read_committed"),
                topic.keys().deserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = IntStream.range(0, topic.partitions())
                    .mapToObj(partition -> new TopicPartition(topic.name(), partition))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                    if (organisations.contains(record.key().replaceFirst("/.*", ""))) {
                        values.add(topic.values().deserializer().deserialize(topic.name(), record.value()));
                    }
                }
            }
        }
        return values;
    }
}
