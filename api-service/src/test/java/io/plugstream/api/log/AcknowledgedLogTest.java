package io.plugstream.api.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class AcknowledgedLogTest {

    @Test
    void aRecordThatWasNotAcknowledgedInTimeMayBeWritten() {
        assertThat(Stream.of(
                        new TimeoutException(),
                        new org.apache.kafka.common.errors.TimeoutException(),
                        new NotLeaderOrFollowerException("moved")))
                .allMatch(AcknowledgedLog::mayBeWritten);
    }

    @Test
    void aRefusedRecordIsNotWritten() {
        assertThat(Stream.of(new RecordTooLargeException(), new TopicAuthorizationException("orders")))
                .noneMatch(AcknowledgedLog::mayBeWritten);
    }
}
