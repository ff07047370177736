package io.plugstream.base.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopicRulesTest {

    private static final Topic<?, ?> TABLE = Topics.OPEN_TRANSACTIONS;
    private static final Topic<?, ?> LOG = Topics.CHARGER_EVENTS;

    @Test
    void everyNewTopicOfTheCataloguePasses() {
        assertThat(Topics.ALL)
                .allSatisfy(topic -> assertThat(
                                new TopicRules(3).faults(topic, existing(topic, topic.partitions(), 3, Map.of())))
                        .isEmpty());
    }

    @Test
    void oneReplicaIsEnoughWithOneBroker() {
        assertThat(new TopicRules(1).faults(TABLE, existing(TABLE, 3, 1, Map.of("min.insync.replicas", "1"))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "cleanup.policy, delete, compact",
        "cleanup.policy, 'compact,delete', compact",
        "min.insync.replicas, 1, 2",
        "min.insync.replicas, 4, at most 3",
        "unclean.leader.election.enable, true, false"
    })
    void aTableThatCouldLoseEntriesIsDangerous(String setting, String value, String wanted) {
        assertThat(new TopicRules(3).faults(TABLE, existing(TABLE, 3, 3, Map.of(setting, value))))
                .singleElement()
                .satisfies(fault -> {
                    assertThat(fault.dangerous()).isTrue();
                    assertThat(fault.toString())
                            .startsWith(
                                    "topic open-transactions: " + setting + " is " + value + " and must be " + wanted);
                });
    }

    @Test
    void aCompactedLogIsDangerous() {
        assertThat(new TopicRules(3).faults(LOG, existing(LOG, 6, 3, Map.of("cleanup.policy", "compact,delete"))))
                .singleElement()
                .matches(TopicFault::dangerous);
    }

    @Test
    void producerTimestampsAreDangerousIfBrokerTimestampsAreRequired() {
        Topic<?, ?> stamped = new Topic<>("calls", LOG.keys(), LOG.values(), 6, false, null, true);

        assertThat(new TopicRules(3)
                        .faults(stamped, existing(stamped, 6, 3, Map.of("message.timestamp.type", "CreateTime"))))
                .singleElement()
                .matches(TopicFault::dangerous);
    }

    @Test
    void anotherNumberOfPartitionsIsDangerous() {
        assertThat(new TopicRules(3).faults(LOG, existing(LOG, 7, 3, Map.of())))
                .singleElement()
                .hasToString("topic charger-events: number of partitions is 7 and must be 6"
                        + " (records of a key would be in two partitions, or not be read)");
    }

    @Test
    void fewerReplicasThanIntendedAreDangerous() {
        assertThat(new TopicRules(3).faults(LOG, existing(LOG, 6, 2, Map.of("min.insync.replicas", "1"))))
                .filteredOn(TopicFault::dangerous)
                .extracting(TopicFault::setting)
                .containsExactly("replication factor");
    }

    @ParameterizedTest
    @CsvSource({"segment.bytes, 1073741824", "segment.ms, 604800000", "max.compaction.lag.ms, 9223372036854775807"})
    void aTableLargerThanNeededIsAWarning(String setting, String value) {
        assertThat(new TopicRules(3).faults(TABLE, existing(TABLE, 3, 3, Map.of(setting, value))))
                .singleElement()
                .matches(fault -> !fault.dangerous() && fault.setting().equals(setting));
    }

    @Test
    void missingSettingsAreAddedAndOperatorsSettingsKept() {
        Map<String, String> settings = new HashMap<>(TABLE.configuration());
        settings.put("segment.bytes", "1073741824");
        settings.put("segment.ms", "604800000");
        ExistingTopic found = new ExistingTopic(TABLE.name(), 3, 3, settings, Set.of("cleanup.policy", "segment.ms"));

        assertThat(TopicRules.missing(TABLE, found)).isEqualTo(Map.of("segment.bytes", "16777216"));
    }

    @Test
    void logsOfOlderVersionsGetShortSegments() {
        Map<String, String> settings = new HashMap<>(LOG.configuration());
        settings.put("segment.ms", "604800000");
        ExistingTopic found = new ExistingTopic(LOG.name(), 6, 3, settings, Set.of("cleanup.policy", "retention.ms"));

        assertThat(TopicRules.missing(LOG, found)).isEqualTo(Map.of("segment.ms", "86400000"));
    }

    @Test
    void aCleanUpPolicyIsNeverChanged() {
        Map<String, String> settings = new HashMap<>(TABLE.configuration());
        settings.put("cleanup.policy", "delete");

        assertThat(TopicRules.missing(TABLE, new ExistingTopic(TABLE.name(), 3, 3, settings, Set.of())))
                .isEmpty();
    }

    private static ExistingTopic existing(Topic<?, ?> topic, int partitions, int replicas, Map<String, String> other) {
        Map<String, String> settings = new HashMap<>(topic.configuration());
        settings.put("min.insync.replicas", "2");
        settings.put("unclean.leader.election.enable", "false");
        settings.putAll(other);
        return new ExistingTopic(topic.name(), partitions, replicas, settings, Set.of());
    }
}
