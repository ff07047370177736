package io.plugstream.base.kafka;

import io.plugstream.model.topic.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.config.TopicConfig;

/** Compares a topic with the catalogue (ADR 42). */
final class TopicRules {

    /** Settings that topics of older versions may lack and that can be added at any time. */
    private static final Set<String> ADDABLE = Set.of(
            TopicConfig.SEGMENT_BYTES_CONFIG,
            TopicConfig.SEGMENT_MS_CONFIG,
            TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
            TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG,
            TopicConfig.DELETE_RETENTION_MS_CONFIG,
            TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG);

    private static final int MANY_REPLICAS = 3;

    private final int leastReplicas;

    /** @param leastReplicas minimum number of replicas of each partition */
    TopicRules(int leastReplicas) {
        this.leastReplicas = leastReplicas;
    }

    /** The catalogue's settings that the topic lacks and that can be added. */
    static Map<String, String> missing(Topic<?, ?> wanted, ExistingTopic found) {
        Map<String, String> missing = new TreeMap<>(wanted.configuration());
        missing.entrySet()
                .removeIf(setting -> !ADDABLE.contains(setting.getKey())
                        || found.own().contains(setting.getKey())
                        || found.setting(setting.getKey()).equals(setting.getValue()));
        return missing;
    }

    List<TopicFault> faults(Topic<?, ?> wanted, ExistingTopic found) {
        List<TopicFault> faults = new ArrayList<>();
        checkPartitions(wanted, found, faults);
        checkReplicas(found, faults);
        wanted.configuration().forEach((setting, value) -> {
            if (!isAlike(setting, value, found.setting(setting))) {
                faults.add(fault(wanted, found, setting, value));
            }
        });
        return faults;
    }

    /** The faults of a topic that is not in the catalogue: records of it could be lost. */
    List<TopicFault> faults(ExistingTopic found) {
        List<TopicFault> faults = new ArrayList<>();
        checkReplicas(found, faults);
        return faults;
    }

    private static void checkPartitions(Topic<?, ?> wanted, ExistingTopic found, List<TopicFault> faults) {
        if (found.partitions() != wanted.partitions()) {
            faults.add(new TopicFault(
                    found.name(),
                    "number of partitions",
                    Integer.toString(found.partitions()),
                    Integer.toString(wanted.partitions()),
                    true,
                    "records of a key would be in two partitions, or not be read"));
        }
    }

    private void checkReplicas(ExistingTopic found, List<TopicFault> faults) {
        if (found.replicas() < leastReplicas) {
            faults.add(new TopicFault(
                    found.name(),
                    "replication factor",
                    Integer.toString(found.replicas()),
                    "at least " + leastReplicas,
                    true,
                    "records are lost with a broker; see plugstream.kafka.replicas and the brokers'"
                            + " default.replication.factor"));
        }
        checkInSync(found, faults);
        if (found.replicas() > 1
                && Boolean.parseBoolean(found.setting(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG))) {
            faults.add(new TopicFault(
                    found.name(),
                    TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG,
                    "true",
                    "false",
                    true,
                    "acknowledged records could be lost in a leader election"));
        }
    }

    private static void checkInSync(ExistingTopic found, List<TopicFault> faults) {
        String setting = TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG;
        String text = found.setting(setting);
        int inSync = text.isEmpty() ? 1 : Integer.parseInt(text);
        if (inSync < 2 && found.replicas() > 1) {
            faults.add(new TopicFault(
                    found.name(),
                    setting,
                    text,
                    "2",
                    found.replicas() >= MANY_REPLICAS,
                    "an acknowledged record could be on one broker alone"));
        } else if (inSync > found.replicas()) {
            faults.add(new TopicFault(
                    found.name(),
                    setting,
                    text,
                    "at most " + found.replicas(),
                    true,
                    "there are fewer replicas, so nothing could be written"));
        } else if (inSync > 1 && inSync == found.replicas()) {
            faults.add(new TopicFault(
                    found.name(),
                    setting,
                    text,
                    "less than the " + found.replicas() + " replicas",
                    false,
                    "nothing can be written while a broker is down"));
        }
    }

    private static boolean isAlike(String setting, String wanted, String found) {
        if (setting.equals(TopicConfig.CLEANUP_POLICY_CONFIG)) {
            return Set.of(wanted.split(",")).equals(Set.of(found.split(",")));
        }
        return wanted.equals(found);
    }

    private static TopicFault fault(Topic<?, ?> wanted, ExistingTopic found, String setting, String value) {
        boolean dangerous = true;
        String consequence;
        switch (setting) {
            case TopicConfig.CLEANUP_POLICY_CONFIG ->
                consequence = wanted.compacted()
                        ? "the newest record of a key would be deleted, or old ones never"
                        : "records would be dropped because later ones have the same key";
            case TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG -> consequence = "a producer's clock would decide";
            default -> {
                dangerous = false;
                consequence = "the topic's size or retention differs from the catalogue";
            }
        }
        return new TopicFault(found.name(), setting, found.setting(setting), value, dangerous, consequence);
    }
}
