package io.plugstream.sandbox.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxOrder;
import io.plugstream.model.topic.Topics;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class PendingOrdersTest {

    private static final Instant NOW = Instant.parse("2026-01-31T10:00:00Z");
    private static final ChargerId ONE = new ChargerId("acme", "CP-1");
    private static final ChargerId OTHER = new ChargerId("acme", "CP-2");
    private static final ChargerId ELSEWHERE = new ChargerId("acme", "CP-3");

    private final PendingOrders pending = new PendingOrders();

    @Test
    void nothingIsCommittedFromTheFirstOrderThatIsNotProcessed() {
        pending.add(ONE, order(3, 10));
        pending.add(OTHER, order(3, 11));
        pending.add(ONE, order(3, 12));
        pending.add(ELSEWHERE, order(4, 7));
        pending.readUpTo(positions(Map.of(3, 13L, 4, 8L, 5, 1L)));
        assertThat(pending.offsets()).isEqualTo(positions(Map.of(3, 10L, 4, 7L, 5, 1L)));

        process(OTHER);
        process(ELSEWHERE);
        assertThat(pending.offsets()).isEqualTo(positions(Map.of(3, 10L, 4, 8L, 5, 1L)));

        process(ONE);
        assertThat(pending.offsets()).isEqualTo(positions(Map.of(3, 12L, 4, 8L, 5, 1L)));

        process(ONE);
        assertThat(pending.offsets()).isEqualTo(positions(Map.of(3, 13L, 4, 8L, 5, 1L)));
        assertThat(pending.isEmpty()).isTrue();
    }

    @Test
    void aNewAssignmentBeginsWithoutOrders() {
        pending.add(ONE, order(3, 10));
        pending.readUpTo(positions(Map.of(3, 11L)));

        pending.clear();

        assertThat(pending.isEmpty()).isTrue();
        assertThat(pending.offsets()).isEmpty();
    }

    @Test
    void aPositionNeverStepsBackWithoutANewAssignment() {
        pending.readUpTo(positions(Map.of(3, 11L)));
        assertThatExceptionOfType(KafkaException.class).isThrownBy(() -> pending.readUpTo(positions(Map.of(3, 1L))));

        pending.clear();
        pending.readUpTo(positions(Map.of(3, 1L)));
        assertThat(pending.offsets()).isEqualTo(positions(Map.of(3, 1L)));
    }

    @Test
    void anOrderWaitsFromItsTimeOrIfThatIsAheadFromNow() {
        assertThat(waitingUntil(NOW.minusSeconds(1))).isEqualTo(NOW.plusSeconds(1));
        assertThat(waitingUntil(NOW.plusSeconds(60))).isEqualTo(NOW.plusSeconds(2));
    }

    private static Instant waitingUntil(Instant ordered) {
        return PendingOrder.read(0, 0, new SandboxOrder.Use(ordered), NOW).until();
    }

    private void process(ChargerId id) {
        Objects.requireNonNull(pending.byCharger().get(id)).remove();
    }

    private static PendingOrder order(int partition, long offset) {
        return PendingOrder.read(partition, offset, new SandboxOrder.Use(NOW), NOW);
    }

    private static Map<TopicPartition, OffsetAndMetadata> positions(Map<Integer, Long> offsets) {
        return offsets.entrySet().stream()
                .collect(Collectors.toMap(
                        one -> new TopicPartition(Topics.SANDBOX_ORDERS.name(), one.getKey()),
                        one -> new OffsetAndMetadata(one.getValue())));
    }
}
