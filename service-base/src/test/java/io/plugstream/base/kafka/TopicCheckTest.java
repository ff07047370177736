package io.plugstream.base.kafka;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

class TopicCheckTest {

    private final KafkaFutureImpl<Config> answer = new KafkaFutureImpl<>();

    @Test
    void missingRightToReadSettingsIsNamed() {
        answer.completeExceptionally(new TopicAuthorizationException("connections"));

        assertThatThrownBy(() -> TopicCheck.settings("connections", answer))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("topic connections")
                .hasMessageContaining("DescribeConfigs")
                .hasMessageContaining("plugstream.kafka.check-topics=false");
    }

    @Test
    void aTimeoutIsNotReportedAsAMissingRight() {
        answer.completeExceptionally(new TimeoutException("no answer"));

        assertThatThrownBy(() -> TopicCheck.settings("connections", answer)).isInstanceOf(ExecutionException.class);
    }
}
