package io.plugstream.api.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class HeldPartitionsTest {

    private static final TopicPartition ONE = new TopicPartition("topic", 1);
    private static final TopicPartition TWO = new TopicPartition("topic", 2);

    private final Set<TopicPartition> leaderless = new HashSet<>();
    private long now = Long.MAX_VALUE - Duration.ofSeconds(30).toNanos();
    private final HeldPartitions held = new HeldPartitions(_ -> Set.copyOf(leaderless), () -> now);

    @Test
    void noneIsTriedWithoutALeader() {
        leaderless.addAll(Set.of(ONE, TWO));
        held.hold(ONE);
        pass(Duration.ofDays(1));
        assertThat(held.held()).containsExactlyInAnyOrder(ONE, TWO);

        leaderless.clear();
        assertThat(held.held()).isEmpty();
        assertThat(held.failed()).isEmpty();
    }

    @Test
    void afterAFailureAllThatFailedAreHeld() {
        held.hold(ONE);
        held.hold(TWO);
        assertThat(held.held()).containsExactlyInAnyOrder(ONE, TWO);

        pass(HeldPartitions.SHORTEST_PAUSE.plusMillis(1));
        assertThat(held.held()).isEmpty();
        pass(Duration.ofSeconds(20));
        held.hold(ONE);
        pass(HeldPartitions.LONGEST_PAUSE);
        assertThat(held.held()).containsExactlyInAnyOrder(ONE, TWO);
        pass(Duration.ofMillis(1));
        assertThat(held.held()).isEmpty();
        assertThat(held.failed()).containsExactly(TWO, ONE);

        held.release(ONE);
        assertThat(held.failed()).containsExactly(TWO);
        assertThat(held.held()).isEmpty();
    }

    /** This replica may be the only one that does not reach the broker. */
    @Test
    void aLeadEndsIfAPartitionWithALeaderFailsForAMinute() {
        held.hold(ONE);
        pass(HeldPartitions.LONGEST.minusMillis(1));
        held.hold(ONE);
        held.release(ONE);
        pass(Duration.ofMillis(2));
        held.hold(ONE);
        pass(HeldPartitions.LONGEST);

        assertThatThrownBy(() -> held.hold(ONE)).isInstanceOf(TimeoutException.class);
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }
}
