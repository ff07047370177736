package io.plugstream.api.live;

import io.plugstream.base.Instance;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.kafka.TopicCreator;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
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

/**
 * The one consumer of this replica that follows the end of the chargers' frames. After a failure it goes on at the end: what
 * nobody saw as it happened is not shown later.
 */
@Component
class FrameHead implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(FrameHead.class);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);
    private static final List<TopicPartition> PARTITIONS = IntStream.range(0, Topics.CHARGER_FRAMES.partitions())
            .mapToObj(partition -> new TopicPartition(Topics.CHARGER_FRAMES.name(), partition))
            .toList();

    private final FrameAudience audience;
    private final Map<String, Object> settings;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private volatile @Nullable Thread thread;
    private volatile @Nullable Consumer<byte[], byte[]> consumer;
    private volatile boolean reading;

    FrameHead(FrameAudience audience, KafkaClients clients, Instance instance, TopicCreator topicsAreThere) {
        this.audience = audience;
        this.settings = EventHead.settings(clients, "frames-" + instance.name());
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
    }

    /** Whether what happens now is read. */
    boolean isReading() {
        return reading;
    }

    private void readUntilStopped() {
        while (stopping.getCount() > 0) {
            try (Consumer<byte[], byte[]> opened =
                    new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
                consumer = opened;
                opened.assign(PARTITIONS);
                opened.endOffsets(PARTITIONS).forEach(opened::seek);
                reading = true;
                while (stopping.getCount() > 0) {
                    opened.poll(POLL).forEach(audience::tell);
                }
            } catch (WakeupException _) {
                log.debug("Frames are read no more");
            } catch (KafkaException e) {
                log.warn("Frames are not read for a moment after: {}", e.toString());
                pause();
            } catch (RuntimeException e) {
                log.error("Frames are read again after a bug", e);
                pause();
            } finally {
                reading = false;
                consumer = null;
            }
        }
    }

    private void pause() {
        reading = false;
        try {
            boolean stopped = stopping.await(PAUSE_AFTER_FAILURE.toMillis(), TimeUnit.MILLISECONDS);
            log.debug("Frames are read again, stopped {}", stopped);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            stopping.countDown();
        }
    }

    @Override
    public void start() {
        thread = Thread.ofPlatform().name("frames-head").daemon().start(this::readUntilStopped);
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
