package io.plugstream.api.live;

import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** The one consumer of this replica that follows the ends of the event topics, for all streams together. */
@Component
class EventHead implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(EventHead.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

    private final Audiences audiences;
    private final long heartbeat;
    private final Map<String, Object> settings;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private long lastHeartbeat = System.nanoTime();
    private volatile @Nullable Thread thread;
    private volatile @Nullable Consumer<byte[], byte[]> consumer;

    EventHead(
            Audiences audiences,
            LiveProperties properties,
            KafkaClients clients,
            Instance instance,
            TopicCreator topicsAreThere) {
        this.audiences = audiences;
        this.heartbeat = properties.heartbeat().toNanos();
        this.settings = settings(clients, "live-head-" + instance.name());
    }

    /** Of a consumer without a group that says so when its place is gone. */
    static Map<String, Object> settings(KafkaClients clients, String clientId) {
        Map<String, Object> settings = clients.consumer();
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        return settings;
    }

    private void readUntilStopped() {
        while (stopping.getCount() > 0) {
            try (Consumer<byte[], byte[]> opened =
                    new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
                consumer = opened;
                take(opened);
                follow(opened);
            } catch (WakeupException _) {
                log.debug("The head of the events stops");
            } catch (InvalidOffsetException e) {
                log.error("Events were removed before they were streamed; streams have to resume: {}", e.toString());
                audiences.lost();
            } catch (KafkaException e) {
                log.warn("Events are streamed again after: {}", e.toString());
                pause();
            } catch (RuntimeException e) {
                log.error("Events are streamed again after a bug", e);
                pause();
            } finally {
                consumer = null;
            }
        }
    }

    /** From where it was, or from the ends if it never was anywhere. */
    private void take(Consumer<byte[], byte[]> opened) {
        opened.assign(Position.PARTITIONS);
        Position known = audiences.head();
        if (known != null) {
            Position.slots().forEach(slot -> opened.seek(Position.PARTITIONS.get(slot), known.next(slot)));
            return;
        }
        Map<TopicPartition, Long> ends = opened.endOffsets(Position.PARTITIONS);
        ends.forEach(opened::seek);
        audiences.begin(Position.of(ends));
    }

    private void follow(Consumer<byte[], byte[]> opened) {
        while (stopping.getCount() > 0) {
            opened.poll(POLL).forEach(audiences::tell);
            beat();
        }
    }

    private void beat() {
        long now = System.nanoTime();
        if (now - lastHeartbeat >= heartbeat) {
            lastHeartbeat = now;
            audiences.beat();
        }
    }

    private void pause() {
        try {
            boolean stopped = stopping.await(PAUSE_AFTER_FAILURE.toMillis(), TimeUnit.MILLISECONDS);
            log.debug("The head of the events goes on, stopped {}", stopped);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            stopping.countDown();
        }
        beat();
    }

    @Override
    public void start() {
        thread = Thread.ofPlatform().name("live-head").daemon().start(this::readUntilStopped);
    }

    @Override
    public void stop() {
        stopping.countDown();
        Consumer<byte[], byte[]> open = consumer;
        if (open != null) {
            open.wakeup();
        }
        Thread running = thread;
        if (running != null) {
            try {
                running.join(Duration.ofSeconds(5));
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        thread = null;
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }

    /** Before the web server takes requests, and until it has answered the last. */
    @Override
    public int getPhase() {
        return 0;
    }
}
