package io.plugstream.base.kafka;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ConfigEntry.ConfigSource;
import org.apache.kafka.clients.admin.TopicDescription;

/**
 * A topic as it is in Kafka.
 *
 * @param replicas of the partition with the fewest replicas
 * @param settings all effective settings, including defaults
 * @param own the names of the settings that were set on the topic itself
 */
record ExistingTopic(String name, int partitions, int replicas, Map<String, String> settings, Set<String> own) {

    ExistingTopic {
        settings = Map.copyOf(settings);
        own = Set.copyOf(own);
    }

    static ExistingTopic of(TopicDescription description, Config config) {
        int replicas = description.partitions().stream()
                .mapToInt(partition -> partition.replicas().size())
                .min()
                .orElse(0);
        return new ExistingTopic(
                description.name(),
                description.partitions().size(),
                replicas,
                config.entries().stream()
                        .filter(entry -> entry.value() != null)
                        .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value)),
                config.entries().stream()
                        .filter(entry -> entry.source() == ConfigSource.DYNAMIC_TOPIC_CONFIG)
                        .map(ConfigEntry::name)
                        .collect(Collectors.toSet()));
    }

    /** The effective value; empty if there is none. */
    String setting(String setting) {
        return settings.getOrDefault(setting, "");
    }

    /** The same topic with {@code more} settings. */
    ExistingTopic with(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(settings);
        all.putAll(more);
        return new ExistingTopic(name, partitions, replicas, all, own);
    }
}
