package io.plugstream.quota;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

class FailureHandlerTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private Instant now = NOON;
    private final FailureHandler handler = new FailureHandler(Duration.ofMillis(1), 3, () -> now);

    @Test
    void failedThreadIsReplaced() {
        assertThat(handler.handle(new StreamsException("broken"))).isEqualTo(REPLACE_THREAD);
    }

    @Test
    void instanceWhoseNameIsTakenStops() {
        assertThat(handler.handle(new StreamsException(new FencedInstanceIdException("taken"))))
                .isEqualTo(SHUTDOWN_CLIENT);
    }

    @Test
    void errorOfTheJvmStopsTheInstance() {
        assertThat(handler.handle(new NoClassDefFoundError("broken"))).isEqualTo(SHUTDOWN_CLIENT);
    }

    @Test
    void instanceWhoseThreadsGoOnFailingStops() {
        for (int i = 0; i < 3; i++) {
            assertThat(handler.handle(new StreamsException("broken"))).isEqualTo(REPLACE_THREAD);
            now = now.plusSeconds(60);
        }

        assertThat(handler.handle(new StreamsException("broken"))).isEqualTo(SHUTDOWN_CLIENT);
    }

    @Test
    void oldFailuresAreForgotten() {
        for (int i = 0; i < 20; i++) {
            assertThat(handler.handle(new StreamsException("broken"))).isEqualTo(REPLACE_THREAD);
            now = now.plus(FailureHandler.WINDOW.dividedBy(2));
        }
    }
}
