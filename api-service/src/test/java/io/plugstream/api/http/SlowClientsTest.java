package io.plugstream.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletionException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class SlowClientsTest {

    @Test
    void anOutageThatEndsWithTheTimeLimitOfItsCallIsNoError(CapturedOutput output) {
        SlowClients.dropped(new CompletionException(new TimeoutException("2000 ms has passed since batch creation")));

        assertThat(output).doesNotContain("ERROR");
    }

    @Test
    void anUnexpectedFailureAfterTheEndOfItsWorkIsAnError(CapturedOutput output) {
        SlowClients.dropped(new IllegalStateException("unexpected"));

        assertThat(output).contains("ERROR", "A failure came after the end of its work", "unexpected");
    }
}
