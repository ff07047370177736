package io.plugstream.quota;

import static org.apache.kafka.streams.KafkaStreams.State.CREATED;
import static org.apache.kafka.streams.KafkaStreams.State.ERROR;
import static org.apache.kafka.streams.KafkaStreams.State.PENDING_ERROR;
import static org.apache.kafka.streams.KafkaStreams.State.REBALANCING;
import static org.apache.kafka.streams.KafkaStreams.State.RUNNING;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

class StreamsHealthIndicatorTest {

    private final StreamsHealthIndicator health = new StreamsHealthIndicator();

    @Test
    void isNotReadyBeforeTheFirstCountsAreRestored() {
        assertThat(health.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);

        health.onChange(REBALANCING, CREATED);

        assertThat(health.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
    }

    @Test
    void staysReadyThroughALaterRebalance() {
        health.onChange(RUNNING, REBALANCING);
        health.onChange(REBALANCING, RUNNING);

        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        assertThat(health.health().getDetails()).containsEntry("state", "REBALANCING");
    }

    @Test
    void isDownWhenStreamsHasFailed() {
        health.onChange(RUNNING, REBALANCING);
        health.onChange(ERROR, PENDING_ERROR);

        assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
    }
}
