package io.plugstream.quota;

import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Up while Streams is running, and during rebalances once it has run. */
final class StreamsHealthIndicator implements HealthIndicator, KafkaStreams.StateListener {

    private volatile State state = State.CREATED;
    private volatile boolean hasRun;

    @Override
    public void onChange(State newState, State oldState) {
        hasRun |= newState == State.RUNNING;
        state = newState;
    }

    @Override
    public Health health() {
        State now = state;
        Health.Builder health = switch (now) {
            case RUNNING -> Health.up();
            case REBALANCING -> hasRun ? Health.up() : Health.outOfService();
            case CREATED, PENDING_SHUTDOWN -> Health.outOfService();
            case PENDING_ERROR, ERROR, NOT_RUNNING -> Health.down();
        };
        return health.withDetail("state", now.name()).build();
    }
}
