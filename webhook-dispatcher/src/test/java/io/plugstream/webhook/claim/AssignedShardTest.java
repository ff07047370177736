package io.plugstream.webhook.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.plugstream.webhook.outcome.ClaimLedger;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class AssignedShardTest {

    private final Clock clock = Clock.fixed(Instant.parse("2026-01-31T12:00:00Z"), ZoneOffset.UTC);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch coordinatorAnswers = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean fenced;

    /** It would fence the next owner, whose session would end with all its shards. */
    @Test
    void anOpeningThatNobodyWantsDoesNotFence() throws InterruptedException {
        var shard = new AssignedShard(3, this::open, new ClaimLedger(meters), new ClaimMetrics(meters), clock);
        shard.maintain();
        begun.await();

        shard.close();
        assertThat(ended.await(5, TimeUnit.SECONDS)).isTrue();
        assertThat(fenced).isFalse();
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
