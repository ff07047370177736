package io.plugstream.webhook.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class BacklogsTest {

    private static final TopicPartition HELD = new TopicPartition("charger-events", 0);
    private static final TopicPartition OTHER = new TopicPartition("charger-events", 1);

    private final AtomicLong nanos = new AtomicLong();
    private final Backlogs backlogs = new Backlogs(Duration.ofSeconds(30), nanos::get);

    @Test
    void aPartitionThatHasNotBecomeShorterInTimeIsHeldNoLonger() {
        read(10, 490);
        backlogs.held(HELD);
        passes(29);
        read(10, 600);
        assertThat(backlogs.mayBeHeld(HELD)).isTrue();
        passes(1);

        read(10, 490);

        assertThat(backlogs.mayBeHeld(HELD)).isFalse();
        assertThat(backlogs.mayBeHeld(OTHER)).isTrue();
    }

    @Test
    void aPartitionThatBecomesShorterIsHeldAgain() {
        read(10, 490);
        for (int behind = 480; behind > 0; behind -= 10) {
            backlogs.held(HELD);
            passes(40);
            read(10, behind);
            assertThat(backlogs.mayBeHeld(HELD)).isTrue();
        }
        backlogs.held(HELD);
        passes(40);
        read(10, 5);
        backlogs.held(HELD);
        passes(40);
        read(10, 5);
        assertThat(backlogs.mayBeHeld(HELD)).isFalse();
    }

    @Test
    void aPartitionIsHeldAgainOnceItIsUpToDate() {
        read(10, 0);
        backlogs.held(HELD);
        passes(30);
        read(10, 0);
        assertThat(backlogs.mayBeHeld(HELD)).isFalse();

        backlogs.read(records(10), _ -> 0, _ -> false);

        assertThat(backlogs.mayBeHeld(HELD)).isTrue();
    }

    /** Claims may be slow for other reasons, for example because the broker is. */
    @Test
    void aPartitionThatIsLateButNotHeldIsNotWatched() {
        read(10, 0);
        passes(60);
        read(10, 100);

        assertThat(backlogs.mayBeHeld(HELD)).isTrue();
    }

    private void passes(long seconds) {
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    private void read(int records, long behind) {
        backlogs.read(records(records), _ -> behind, _ -> true);
    }

    private static ConsumerRecords<byte[], byte[]> records(int count) {
        List<ConsumerRecord<byte[], byte[]>> records = LongStream.range(0, count)
                .mapToObj(offset ->
                        new ConsumerRecord<>(HELD.topic(), HELD.partition(), offset, new byte[0], new byte[0]))
                .toList();
        return new ConsumerRecords<>(Map.of(HELD, records), Map.of());
    }
}
