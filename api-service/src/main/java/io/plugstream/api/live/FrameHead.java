package io.plugstream.api.live;

import io.plugstream.api.http.EarlyLifecycle;
import io.plugstream.base.Instance;
import io.plugstream.base.kafka.ConsumerThread;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;
import org.springframework.stereotype.Component;

/**
 * This replica's single consumer at the end of the topic of frames. After a failure it continues at the end, because
 * missed frames are not shown later.
 */
@Component
class FrameHead extends ConsumerThread implements EarlyLifecycle {

    private static final Duration POLL = Duration.ofMillis(500);
    private static final List<TopicPartition> PARTITIONS = IntStream.range(0, Topics.CHARGER_FRAMES.partitions())
            .mapToObj(partition -> new TopicPartition(Topics.CHARGER_FRAMES.name(), partition))
            .toList();

    private final FrameSubscriptions subscriptions;
    private volatile boolean reading;

    FrameHead(FrameSubscriptions subscriptions, KafkaClients clients, Instance instance) {
        super("frames-head", () -> open(clients, instance));
        this.subscriptions = subscriptions;
    }

    private static Consumer<byte[], byte[]> open(KafkaClients clients, Instance instance) {
        Map<String, Object> settings = clients.follower("latest");
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, "frames-" + instance.name());
        return KafkaClients.openConsumer(settings);
    }

    /** Whether the consumer is reading new frames. */
    boolean isReading() {
        return reading;
    }

    @Override
    protected void read(Consumer<byte[], byte[]> opened) {
        opened.assign(PARTITIONS);
        opened.endOffsets(PARTITIONS).forEach(opened::seek);
        reading = true;
        try {
            while (!isStopping()) {
                opened.poll(POLL).forEach(subscriptions::dispatch);
            }
        } finally {
            reading = false;
        }
    }
}
