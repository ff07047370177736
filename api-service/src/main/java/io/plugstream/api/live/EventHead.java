package io.plugstream.api.live;

import io.plugstream.api.http.EarlyLifecycle;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.ConsumerThread;
import io.plugstream.base.kafka.KafkaClients;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** This replica's single consumer at the end of the event topics. It serves all streams. */
@Component
class EventHead extends ConsumerThread implements EarlyLifecycle {

    private static final Logger log = LoggerFactory.getLogger(EventHead.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PULSE = Duration.ofSeconds(1);

    /** A rest after a small fetch merges several fetches into one; after a large fetch the head reads on (ADR 89). */
    private static final Duration REST = Duration.ofMillis(20);

    private static final int LITTLE = 20;

    private final Subscriptions subscriptions;
    private final long heartbeat;
    private long lastHeartbeat = System.nanoTime();
    private long lastPulse = System.nanoTime();

    EventHead(Subscriptions subscriptions, LiveProperties properties, KafkaClients clients, Instance instance) {
        super("live-head", () -> open(clients, instance));
        this.subscriptions = subscriptions;
        this.heartbeat = properties.heartbeat().toNanos();
    }

    private static Consumer<byte[], byte[]> open(KafkaClients clients, Instance instance) {
        Map<String, Object> settings = clients.follower("none");
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "live-head-" + instance.name());
        return KafkaClients.openConsumer(settings);
    }

    @Override
    protected void read(Consumer<byte[], byte[]> opened) {
        take(opened);
        try {
            follow(opened);
        } catch (InvalidOffsetException e) {
            log.error("Retention removed events before they were streamed; streams must resume: {}", e.toString());
            subscriptions.lost();
        }
    }

    @Override
    protected void failed(Throwable failure) {
        beat();
    }

    /** Seeks to the last known position, or to the ends at the first start. */
    private void take(Consumer<byte[], byte[]> opened) {
        opened.assign(Position.PARTITIONS);
        Position known = subscriptions.head();
        if (known != null) {
            Position.slots().forEach(slot -> opened.seek(Position.PARTITIONS.get(slot), known.next(slot)));
            return;
        }
        Map<TopicPartition, Long> ends = opened.endOffsets(Position.PARTITIONS);
        ends.forEach(opened::seek);
        subscriptions.begin(Position.of(ends));
    }

    private void follow(Consumer<byte[], byte[]> opened) {
        while (!isStopping()) {
            ConsumerRecords<byte[], byte[]> come = opened.poll(POLL);
            come.forEach(subscriptions::dispatch);
            beat();
            if (!come.isEmpty() && come.count() <= LITTLE) {
                pause(REST);
            }
        }
    }

    private void beat() {
        long now = System.nanoTime();
        if (now - lastHeartbeat >= heartbeat) {
            lastHeartbeat = now;
            subscriptions.beat();
        }
        if (now - lastPulse >= PULSE.toNanos()) {
            lastPulse = now;
            subscriptions.pulse();
        }
    }
}
