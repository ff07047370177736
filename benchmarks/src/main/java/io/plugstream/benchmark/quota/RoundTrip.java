package io.plugstream.benchmark.quota;

import io.plugstream.benchmark.measure.Load;
import io.plugstream.benchmark.measure.Run;
import io.plugstream.benchmark.platform.Clients;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Sends calls to one topic and waits for their results in another, or in the same one. */
final class RoundTrip implements AutoCloseable {

    private static final String CORRELATION = "kafka_correlationId";
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Topic<?, ?> requests;
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> answers;
    private final Thread reader;
    private volatile @Nullable Run current;
    private volatile boolean closed;

    RoundTrip(Clients clients, Topic<?, ?> requests, Topic<?, ?> answers) {
        this.requests = requests;
        this.producer = clients.sharingProducer();
        this.answers = clients.follower(answers);
        this.reader = Thread.ofPlatform().name("answers-" + answers.name()).start(this::read);
    }

    Run run(Load load, int organisations) throws InterruptedException {
        Run run = new Run(load);
        current = run;
        run.drive(index -> send(run.number(), index, "benchmark-" + index % organisations), TIMEOUT);
        return run;
    }

    private void send(int number, int index, String organisation) {
        // Counted and compared with a limit, but never rejected.
        ApiCall call = new ApiCall(
                UUID.randomUUID(), organisation, Instant.now(), Tier.GROWTH, Tier.SCALE.dailyCalls() - 1, false);
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                requests.name(),
                Topics.API_CALLS.keys().serializer().serialize(requests.name(), organisation),
                Topics.API_CALLS.values().serializer().serialize(requests.name(), call));
        record.headers()
                .add(
                        CORRELATION,
                        ByteBuffer.allocate(Long.BYTES)
                                .putInt(number)
                                .putInt(index)
                                .array());
        var _ = producer.send(record, (_, failure) -> {
            if (failure != null) {
                System.err.println("not sent: " + failure);
            }
        });
    }

    private void read() {
        while (!closed) {
            answers.poll(POLL).forEach(this::arrived);
        }
    }

    private void arrived(ConsumerRecord<byte[], byte[]> record) {
        Run now = current;
        Header correlation = record.headers().lastHeader(CORRELATION);
        if (now != null && correlation != null) {
            ByteBuffer id = ByteBuffer.wrap(correlation.value());
            if (id.getInt() == now.number()) {
                now.arrived(id.getInt());
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            reader.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        answers.close();
        producer.close();
    }
}
