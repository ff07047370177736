package io.plugstream.benchmark.quota;

import io.plugstream.benchmark.platform.Clients;
import io.plugstream.model.quota.ApiCall;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;

/** One call per organisation, so that each creates its own count. */
final class CountedCalls implements AutoCloseable {

    private static final int UNCOUNTED = 20_000;
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> usage;

    CountedCalls(Clients clients) {
        this.producer = clients.sharingProducer();
        this.usage = clients.follower(Topics.DAILY_USAGE);
    }

    /** Returns when all calls are counted; at most {@value #UNCOUNTED} are in flight at a time. */
    void count(int organisations) throws InterruptedException {
        Semaphore room = new Semaphore(UNCOUNTED);
        Thread reader = Thread.ofPlatform().start(() -> {
            for (int counted = 0; counted < organisations; ) {
                int more = usage.poll(TIMEOUT).count();
                counted += more;
                room.release(more);
            }
        });
        for (int i = 0; i < organisations; i++) {
            if (!room.tryAcquire(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("quota-service counts no more");
            }
            send("benchmark-" + i);
        }
        reader.join();
    }

    private void send(String organisation) {
        ApiCall call =
                new ApiCall(UUID.randomUUID(), organisation, Instant.now(), Tier.SCALE, Tier.SCALE.dailyCalls(), false);
        var _ = producer.send(Topics.API_CALLS.record(organisation, call));
    }

    @Override
    public void close() {
        usage.close();
        producer.close();
    }
}
