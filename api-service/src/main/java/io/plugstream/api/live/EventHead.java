package io.plugstream.api.live;

import io.plugstream.api.http.EarlyLifecycle;
import io.plugstream.api.projection.trail.EventTrails;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.ConsumerThread;
import io.plugstream.base.kafka.KafkaClients;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
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
    private final EventTrails trails;
    private final long heartbeat;
    private long lastHeartbeat = System.nanoTime();
    private long lastPulse = System.nanoTime();

    EventHead(
            Subscriptions subscriptions,
            EventTrails trails,
            LiveProperties properties,
            KafkaClients clients,
            Instance instance) {
        super("live-head", () -> open(clients, instance));
        this.subscriptions = subscriptions;
        this.trails = trails;
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
        Position head = known == null ? ends(opened) : known;
        Position.slots().forEach(slot -> opened.seek(Position.PARTITIONS.get(slot), head.next(slot)));
        if (known == null) {
            subscriptions.begin(head);
        }
    }

    /**
     * The ends of the partitions. The end of a partition without a leader cannot be read, so it begins where the read
     * models are, and streams get what follows once it has a leader (ADR 15).
     */
    private Position ends(Consumer<byte[], byte[]> opened) {
        Set<TopicPartition> leaderless = Position.TOPICS.stream()
                .flatMap(topic -> opened.partitionsFor(topic.name()).stream())
                .filter(partition -> partition.leader() == null)
                .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                .collect(Collectors.toSet());
        Map<TopicPartition, Long> ends = new HashMap<>(opened.endOffsets(Position.PARTITIONS.stream()
                .filter(partition -> !leaderless.contains(partition))
                .toList()));
        if (!leaderless.isEmpty()) {
            log.warn("Live events of {} follow once they have leaders", leaderless);
            Map<TopicPartition, Long> projected =
                    Objects.requireNonNull(trails.ends().block());
            leaderless.forEach(partition -> ends.put(partition, projected.getOrDefault(partition, 0L)));
        }
        return Position.of(ends);
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
