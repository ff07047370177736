package io.plugstream.api.live;

import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.base.kafka.KafkaClients;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Finds the offsets of events that the topics still hold. */
@Component
class TopicOffsets {

    private final Admin admin;

    TopicOffsets(KafkaClients clients) {
        this.admin = clients.sharedAdmin();
    }

    Mono<Range> range() {
        return offsets(OffsetSpec.earliest())
                .zipWith(offsets(OffsetSpec.latest()), Range::new)
                .timeout(DatabaseTimeouts.REQUEST)
                // Keeps the caller's work off the admin client's thread.
                .publishOn(Schedulers.parallel());
    }

    /**
     * For each partition in {@code since}, the offset of the first record at or after its time by Kafka's time index;
     * {@code end} if there is none before it. Other partitions have offset 0.
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

    /** For all partitions, the first offset at or after {@code since}; {@code end} if there is none before it. */
    Mono<Position> since(Instant since, Position end) {
        Instant possible = since.isBefore(Instant.EPOCH) ? Instant.EPOCH : since;
        return at(Position.slots().boxed().collect(Collectors.toMap(Function.identity(), _ -> possible)), end);
    }

    private Mono<Position> offsets(OffsetSpec spec) {
        return offsets(Position.PARTITIONS.stream().collect(Collectors.toMap(Function.identity(), _ -> spec)))
                .map(TopicOffsets::position);
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

    /** From the first record still kept to the end. */
    record Range(Position first, Position end) {}
}
