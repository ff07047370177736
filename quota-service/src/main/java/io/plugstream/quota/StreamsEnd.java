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
 * Ends the process when Kafka Streams has stopped for good, so that an orchestrator restarts it. Until the process has
 * ended, its liveness probe fails.
 */
final class StreamsEnd implements KafkaStreams.StateListener {

    private static final Logger log = LoggerFactory.getLogger(StreamsEnd.class);

    private final ApplicationEventPublisher events;
    private final Runnable exit;
    private final AtomicBoolean ending = new AtomicBoolean();

    /** @param exit ends the process; it may block until then, so it runs on its own thread */
    StreamsEnd(ApplicationEventPublisher events, Runnable exit) {
        this.events = events;
        this.exit = exit;
    }

    @Override
    public void onChange(State now, State before) {
        if (now == State.ERROR && ending.compareAndSet(false, true)) {
            log.error("Kafka Streams has stopped for good, so this process ends; the failure is above");
            AvailabilityChangeEvent.publish(events, this, LivenessState.BROKEN);
            // Neither a daemon nor a Streams thread, because shutdown waits for the threads of Streams.
            Thread.ofPlatform().name("streams-end").start(exit);
        }
    }
}
