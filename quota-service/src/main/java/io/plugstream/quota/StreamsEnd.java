package io.plugstream.quota;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.LivenessState;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Ends the process when Kafka Streams has stopped for good: whoever started it sees that, and an orchestrator starts it
 * again. Until it is gone its liveness fails.
 */
final class StreamsEnd implements KafkaStreams.StateListener {

    private static final Logger log = LoggerFactory.getLogger(StreamsEnd.class);

    private final ApplicationEventPublisher events;
    private final Runnable exit;
    private final AtomicBoolean ending = new AtomicBoolean();

    /** @param exit ends the process; may wait for it, so it runs on a thread of its own */
    StreamsEnd(ApplicationEventPublisher events, Runnable exit) {
        this.events = events;
        this.exit = exit;
    }

    @Override
    public void onChange(State now, State before) {
        if (now == State.ERROR && ending.compareAndSet(false, true)) {
            log.error("Kafka Streams has stopped for good, so this process ends; the failure is above");
            AvailabilityChangeEvent.publish(events, this, LivenessState.BROKEN);
            // Not a daemon, and not a thread of Streams, which the end waits for.
            Thread.ofPlatform().name("streams-end").start(exit);
        }
    }
}
