package io.plugstream.quota;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

class FailureHandlerTest {

    private long now;
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
            now += Duration.ofSeconds(60).toNanos();
        }

        assertThat(handler.handle(new StreamsException("broken"))).isEqualTo(SHUTDOWN_CLIENT);
    }

    @Test
    void oldFailuresAreForgotten() {
        for (int i = 0; i < 20; i++) {
            assertThat(handler.handle(new StreamsException("broken"))).isEqualTo(REPLACE_THREAD);
            now += FailureHandler.WINDOW.dividedBy(2).toNanos();
        }
    }
}
