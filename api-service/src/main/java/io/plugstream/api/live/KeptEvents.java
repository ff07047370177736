package io.plugstream.api.live;

import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.base.kafka.KafkaClients;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Which events the topics hold just now. */
@Component
class KeptEvents implements DisposableBean {

    private final Admin admin;

    KeptEvents(KafkaClients clients) {
        this.admin = Admin.create(clients.admin());
    }

    Mono<Range> range() {
        return offsets(OffsetSpec.earliest())
                .zipWith(offsets(OffsetSpec.latest()), Range::new)
                .timeout(DatabaseTimeouts.REQUEST)
                // Kafka's thread has its own work.
                .publishOn(Schedulers.parallel());
    }

    /**
     * Where the first records of some partitions are that are as young as {@code since} says, by the index of times that Kafka
     * keeps: {@code end} if there are none before it. The beginning of the others.
     */
    Mono<Position> at(Map<Integer, Instant> since, Position end) {
        Map<TopicPartition, OffsetSpec> wanted = since.entrySet().stream()
                .collect(Collectors.toMap(
                        slot -> Position.PARTITIONS.get(slot.getKey()),
                        slot -> OffsetSpec.forTimestamp(slot.getValue().toEpochMilli())));
        return offsets(wanted)
                .map(found -> {
                    long[] next = Position.START.toArray();
                    found.forEach((partition, offset) -> {
                        int slot = Position.slot(partition);
                        boolean isThere = offset.offset() >= 0 && offset.offset() < end.next(slot);
                        next[slot] = isThere ? offset.offset() : end.next(slot);
                    });
                    return Position.of(next);
                })
                .timeout(DatabaseTimeouts.REQUEST)
                .publishOn(Schedulers.parallel());
    }

    /** The first records of all partitions that are as young as {@code since}, or {@code end} if there are none before it. */
    Mono<Position> since(Instant since, Position end) {
        Instant possible = since.isBefore(Instant.EPOCH) ? Instant.EPOCH : since;
        return at(Position.slots().boxed().collect(Collectors.toMap(Function.identity(), _ -> possible)), end);
    }

    private Mono<Position> offsets(OffsetSpec spec) {
        return offsets(Position.PARTITIONS.stream().collect(Collectors.toMap(Function.identity(), _ -> spec)))
                .map(KeptEvents::position);
    }

    private Mono<Map<TopicPartition, ListOffsetsResult.ListOffsetsResultInfo>> offsets(
            Map<TopicPartition, OffsetSpec> wanted) {
        return Mono.fromFuture(
                () -> admin.listOffsets(wanted).all().toCompletionStage().toCompletableFuture());
    }

    private static Position position(Map<TopicPartition, ListOffsetsResult.ListOffsetsResultInfo> offsets) {
        Map<TopicPartition, Long> plain = new HashMap<>();
        offsets.forEach((partition, offset) -> plain.put(partition, offset.offset()));
        return Position.of(plain);
    }

    @Override
    public void destroy() {
        admin.close(Duration.ZERO);
    }

    /** From the first record that is kept to the end. */
    record Range(Position first, Position end) {}
}
