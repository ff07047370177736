package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.LostLeader;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.KafkaCluster;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** One partition of the events has no leader. */
class LeaderlessEventsIT {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    @Test
    void theEndsOfTheOthersAreKnownInTime() throws Exception {
        try (KafkaCluster kafka = KafkaCluster.start();
                Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            LostLeader.ofFirstPartitions(
                    kafka, Topics.CHARGER_EVENTS, Topics.CONNECTOR_EVENTS, Topics.TRANSACTION_EVENTS);
            TopicOffsets offsets = new TopicOffsets(admin);
            offsets.range().block(TIMEOUT);

            long begun = System.nanoTime();
            TopicOffsets.Range range = Objects.requireNonNull(offsets.range().block(TIMEOUT));

            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(DatabaseTimeouts.REQUEST);
            assertThat(Position.PARTITIONS)
                    .allSatisfy(partition -> assertThat(end(partition, range))
                            .isEqualTo(partition.partition() == 0 ? Long.MAX_VALUE : 0));
        }
    }

    private static long end(TopicPartition partition, TopicOffsets.Range range) {
        return range.end().next(Position.slot(partition));
    }
}
