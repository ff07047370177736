package io.plugstream.webhook.claim;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShardLogTest {

    @Test
    void topicsOfTheCatalogueHaveTheSameNumberOfPartitions() {
        Map<String, Integer> partitions = Stream.concat(
                        Sources.TOPICS.stream(), Stream.of(Topics.WEBHOOK_CLAIMS, Topics.WEBHOOK_DELIVERIES))
                .collect(Collectors.toMap(Topic::name, Topic::partitions));

        assertThatCode(() -> ShardLog.check(partitions)).doesNotThrowAnyException();
    }

    @Test
    void topicsWithDifferentNumbersOfPartitionsAreRefusedByName() {
        assertThatThrownBy(() -> ShardLog.check(Map.of("charger-events", 6, "webhook-tests", 3)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("webhook-tests=3");
    }
}
