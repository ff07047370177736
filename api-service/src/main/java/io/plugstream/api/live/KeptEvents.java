package io.plugstream.api.live;

import io.plugstream.base.kafka.KafkaClients;
import java.time.Duration;
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

    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private final Admin admin;

    KeptEvents(KafkaClients clients) {
        this.admin = Admin.create(clients.admin());
    }

    Mono<Range> range() {
        return offsets(OffsetSpec.earliest())
                .zipWith(offsets(OffsetSpec.latest()), Range::new)
                .timeout(PATIENCE)
                // Kafka's thread has its own work.
                .publishOn(Schedulers.parallel());
    }

    private Mono<Position> offsets(OffsetSpec spec) {
        return Mono.fromFuture(() -> admin.listOffsets(
                                Position.PARTITIONS.stream().collect(Collectors.toMap(Function.identity(), _ -> spec)))
                        .all()
                        .toCompletionStage()
                        .toCompletableFuture())
                .map(KeptEvents::position);
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
