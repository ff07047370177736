package io.plugstream.quota;

import java.time.Duration;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Starts the topology with the service. Commits and closes it before the service ends. */
final class QuotaStreams implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(QuotaStreams.class);

    private final KafkaStreams streams;
    private final Duration closeTimeout;
    private volatile boolean running;

    QuotaStreams(KafkaStreams streams, Duration closeTimeout) {
        this.streams = streams;
        this.closeTimeout = closeTimeout;
    }

    @Override
    public void start() {
        streams.start();
        running = true;
    }

    /** Leaves the consumer group, so that another instance takes over at once. */
    @Override
    public void stop() {
        running = false;
        boolean closed = streams.close(CloseOptions.timeout(closeTimeout)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
        if (!closed) {
            log.warn("The topology did not close within {}; its last decisions will be made again", closeTimeout);
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
