package io.plugstream.quota;

import static org.apache.kafka.streams.KafkaStreams.State.ERROR;
import static org.apache.kafka.streams.KafkaStreams.State.NOT_RUNNING;
import static org.apache.kafka.streams.KafkaStreams.State.PENDING_ERROR;
import static org.apache.kafka.streams.KafkaStreams.State.PENDING_SHUTDOWN;
import static org.apache.kafka.streams.KafkaStreams.State.RUNNING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;

class StreamsEndTest {

    private final List<Object> states = new CopyOnWriteArrayList<>();
    private final AtomicInteger exits = new AtomicInteger();
    private final StreamsEnd end = new StreamsEnd(
            event -> states.add(((AvailabilityChangeEvent<?>) event).getState()), exits::incrementAndGet);

    @Test
    void processEndsOnceWhenStreamsHasFailed() {
        end.onChange(PENDING_ERROR, RUNNING);
        assertThat(states).isEmpty();

        end.onChange(ERROR, PENDING_ERROR);
        end.onChange(ERROR, ERROR);

        await().until(() -> exits.get() > 0);
        assertThat(exits).hasValue(1);
        assertThat(states).containsExactly(LivenessState.BROKEN);
    }

    @Test
    void anOrderlyStopIsNoFailure() {
        end.onChange(PENDING_SHUTDOWN, RUNNING);
        end.onChange(NOT_RUNNING, PENDING_SHUTDOWN);

        assertThat(states).isEmpty();
        assertThat(exits).hasValue(0);
    }
}
