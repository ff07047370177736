package io.plugstream.webhook.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.webhook.outcome.ClaimLedger;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class AssignedShardTest {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch coordinatorAnswers = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean fenced;

    /** It would fence the next owner, whose session would end with all its shards. */
    @Test
    void anOpeningThatNobodyWantsDoesNotFence() throws InterruptedException {
        var shard = new AssignedShard(3, this::open, new ClaimLedger(meters), new ClaimMetrics(meters), () -> 0);
        shard.maintain();
        begun.await();

        shard.close();
        assertThat(ended.await(5, TimeUnit.SECONDS)).isTrue();
        assertThat(fenced).isFalse();
    }

    @Test
    void aShardThatCouldNotBeOpenedIsOpenedAgainAfterASecond() {
        AtomicLong nanos = new AtomicLong();
        AtomicInteger openings = new AtomicInteger();
        var shard = new AssignedShard(
                3,
                number -> {
                    openings.incrementAndGet();
                    throw new KafkaException("no coordinator of shard " + number);
                },
                new ClaimLedger(meters),
                new ClaimMetrics(meters),
                nanos::get);
        await().until(() -> {
            shard.maintain();
            return failures() == 1;
        });

        nanos.set(TimeUnit.SECONDS.toNanos(1) - 1);
        shard.maintain();
        shard.maintain();
        assertThat(openings).hasValue(1);

        nanos.set(TimeUnit.SECONDS.toNanos(1));
        await().until(() -> {
            shard.maintain();
            return failures() == 2;
        });
        assertThat(openings).hasValue(2);
    }

    private double failures() {
        return meters.get("plugstream.dispatcher.claim.failures").counter().count();
    }

    /** Waits like a producer whose coordinator does not answer. */
    private OpenShard open(int number) {
        begun.countDown();
        try {
            coordinatorAnswers.await();
            fenced = true;
            throw new KafkaException("fenced the owner of shard " + number);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } finally {
            ended.countDown();
        }
    }
}
