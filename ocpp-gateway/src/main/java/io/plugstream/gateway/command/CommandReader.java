package io.plugstream.gateway.command;

import io.plugstream.base.Instance;
import io.plugstream.base.kafka.ConsumerThread;
import io.plugstream.base.kafka.KafkaClients;
import io.plugstream.base.trace.TraceHeaders;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Reads all commands, beginning at the end of the topic when the gateway starts, and delivers each to its connection.
 * After a failure it resumes at its last position, so that it reads no command twice.
 */
@Component
final class CommandReader extends ConsumerThread {

    private static final Logger log = LoggerFactory.getLogger(CommandReader.class);
    private static final String TOPIC = Topics.CHARGER_COMMANDS.name();
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration STARTING = Duration.ofSeconds(10);

    private final CommandQueues queues;
    private final CommandMetrics metrics;
    private final CountDownLatch reading = new CountDownLatch(1);

    /** Used only by the reading thread. */
    private final Map<TopicPartition, Long> positions = new HashMap<>();

    CommandReader(CommandQueues queues, CommandMetrics metrics, KafkaClients clients, Instance instance) {
        super(TOPIC, () -> consumer(clients, instance));
        this.queues = queues;
        this.metrics = metrics;
    }

    private static Consumer<byte[], byte[]> consumer(KafkaClients clients, Instance instance) {
        Map<String, Object> settings = clients.follower("latest");
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, TOPIC + "-" + instance.name());
        return KafkaClients.openConsumer(settings);
    }

    /** Waits until commands are read, because the sockets that open next may get commands. */
    @Override
    public void start() {
        super.start();
        try {
            if (!reading.await(STARTING.toMillis(), TimeUnit.MILLISECONDS)) {
                log.warn("The command reader is not ready yet");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Starts before the server accepts sockets and stops after the last one is closed. */
    @Override
    public int getPhase() {
        return 0;
    }

    @Override
    protected void read(Consumer<byte[], byte[]> opened) {
        open(opened);
        reading.countDown();
        while (!isStopping()) {
            opened.poll(POLL).forEach(this::take);
        }
    }

    private void open(Consumer<byte[], byte[]> opened) {
        List<TopicPartition> partitions = opened.partitionsFor(TOPIC).stream()
                .map(partition -> new TopicPartition(TOPIC, partition.partition()))
                .toList();
        opened.assign(partitions);
        opened.endOffsets(partitions).forEach(positions::putIfAbsent);
        partitions.forEach(partition -> opened.seek(partition, positions.getOrDefault(partition, 0L)));
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        positions.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
        Topics.CHARGER_COMMANDS
                .read(record.value())
                .ifPresentOrElse(
                        command -> queues.deliver(
                                command, record.serializedValueSize(), TraceHeaders.of(record.headers())),
                        () -> unreadable(record));
    }

    private void unreadable(ConsumerRecord<byte[], byte[]> record) {
        metrics.unreadable();
        log.error("Record {} of {}-{} is not a command", record.offset(), record.topic(), record.partition());
    }
}
