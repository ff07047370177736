package io.plugstream.api.live;

import io.plugstream.api.http.Completion;
import io.plugstream.base.kafka.KafkaClients;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Finds the offsets of events that the topics still hold. */
@Component
class TopicOffsets {

    /** Longest wait for a partition, which may have no leader. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final ListOffsetsOptions IN_TIME =
            new ListOffsetsOptions().timeoutMs(Math.toIntExact(PATIENCE.toMillis()));

    private final Admin admin;

    @Autowired
    TopicOffsets(KafkaClients clients) {
        this(clients.sharedAdmin());
    }

    TopicOffsets(Admin admin) {
        this.admin = admin;
    }

    /** A partition that does not answer begins at 0, and has no known end. */
    Mono<Range> range() {
        return answers(all(OffsetSpec.earliest()), 1)
                .map(found -> position(found, 0))
                .zipWith(answers(all(OffsetSpec.latest()), 1).map(found -> position(found, Long.MAX_VALUE)), Range::new)
                // Keeps the caller's work off the admin client's thread.
                .publishOn(Schedulers.parallel());
    }

    /**
     * For each partition in {@code since}, the offset of the first record at or after its time by Kafka's time index;
     * {@code end} if there is none before it. Other partitions have offset 0, as have those that do not answer.
     */
    Mono<Position> at(Map<Integer, Instant> since, Position end) {
        return at(since, end, 1);
    }

    /** For all partitions, the first offset at or after {@code since}; {@code end} if there is none before it. */
    Mono<Position> since(Instant since, Position end) {
        Instant possible = since.isBefore(Instant.EPOCH) ? Instant.EPOCH : since;
        Map<Integer, Instant> all =
                Position.slots().boxed().collect(Collectors.toMap(Function.identity(), _ -> possible));
        return at(all, end, all.size());
    }

    private Mono<Position> at(Map<Integer, Instant> since, Position end, int least) {
        Map<TopicPartition, OffsetSpec> wanted = since.entrySet().stream()
                .collect(Collectors.toMap(
                        slot -> Position.PARTITIONS.get(slot.getKey()),
                        slot -> OffsetSpec.forTimestamp(slot.getValue().toEpochMilli())));
        return answers(wanted, least)
                .map(found -> {
                    long[] next = Position.START.toArray();
                    found.forEach((partition, offset) -> {
                        int slot = Position.slot(partition);
                        boolean isThere = offset >= 0 && offset < end.next(slot);
                        next[slot] = isThere ? offset : end.next(slot);
                    });
                    return Position.of(next);
                })
                .publishOn(Schedulers.parallel());
    }

    private static Map<TopicPartition, OffsetSpec> all(OffsetSpec spec) {
        return Position.PARTITIONS.stream().collect(Collectors.toMap(Function.identity(), _ -> spec));
    }

    private static Position position(Map<TopicPartition, Long> found, long otherwise) {
        return Position.of(Position.PARTITIONS.stream()
                .mapToLong(partition -> found.getOrDefault(partition, otherwise))
                .toArray());
    }

    /** The offsets of the partitions that answer; fails if fewer than {@code least} do. */
    private Mono<Map<TopicPartition, Long>> answers(Map<TopicPartition, OffsetSpec> wanted, int least) {
        return Mono.fromSupplier(() -> admin.listOffsets(wanted, IN_TIME))
                .flatMapMany(asked -> Flux.fromIterable(wanted.keySet()).flatMap(partition -> answer(partition, asked)))
                .collectMap(Map.Entry::getKey, Map.Entry::getValue)
                .filter(found -> found.size() >= least)
                .switchIfEmpty(Mono.error(() -> new TimeoutException("too few partitions answer")));
    }

    private static Mono<Map.Entry<TopicPartition, Long>> answer(TopicPartition partition, ListOffsetsResult asked) {
        return Completion.<ListOffsetsResultInfo>end(
                        asked.partitionResult(partition).toCompletionStage().toCompletableFuture())
                .timeout(PATIENCE)
                .flatMap(Completion::result)
                .map(answer -> Map.entry(partition, answer.offset()))
                .onErrorResume(
                        failure -> failure instanceof TimeoutException || failure instanceof RetriableException,
                        _ -> Mono.empty());
    }

    /** From the first record still kept to the end. */
    record Range(Position first, Position end) {

        /** Whether a partition that does not answer has events between {@code from} and {@code head}. */
        boolean hides(Position from, Position head) {
            return Position.slots()
                    .anyMatch(slot -> end.next(slot) == Long.MAX_VALUE && from.next(slot) < head.next(slot));
        }
    }
}
