package io.plugstream.webhook.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AttemptTimesTest {

    private static final Duration LIMIT = Duration.ofSeconds(1);

    private final AttemptTimes times = new AttemptTimes();

    @Test
    void aHangingEndpointIsRecognisedAfterAFewAttempts() {
        times.took("w", 900);
        assertThat(times.exceed("w", LIMIT)).isFalse();
        took("w", 3, 5_000);

        assertThat(times.exceed("w", LIMIT)).isTrue();
        assertThat(times.exceed("another", LIMIT)).isFalse();
    }

    @Test
    void oneSlowAnswerDoesNotCountAsHangingAndFastOnesOutweighSlowOnes() {
        times.took("w", 5_000);
        assertThat(times.exceed("w", LIMIT)).isFalse();
        took("w", 50, 5_000);
        took("w", 20, 10);

        assertThat(times.exceed("w", LIMIT)).isFalse();
    }

    private void took(String webhook, int attempts, long millis) {
        for (int attempt = 0; attempt < attempts; attempt++) {
            times.took(webhook, millis);
        }
    }
}
