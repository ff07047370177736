package io.plugstream.api.projection.trail;

import io.plugstream.api.database.Sweep;
import io.plugstream.base.kafka.KafkaClients;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Deletes the trails of events that the topics no longer have. Every replica does so. */
@Component
class TrailSweep {

    private static final Duration EVERY = Duration.ofMinutes(10);

    private final EventTrails trails;
    private final KafkaClients clients;

    TrailSweep(EventTrails trails, KafkaClients clients) {
        this.trails = trails;
        this.clients = clients;
    }

    @Bean
    Sweep trailsSweep() {
        return new Sweep("trails", EVERY, this::sweep, "Failed to delete trails of expired events");
    }

    /** Returns the number of deleted rows. */
    Mono<Long> sweep() {
        return trails.partitions()
                .map(all -> all.stream().collect(Collectors.toMap(Function.identity(), _ -> OffsetSpec.earliest())))
                .flatMap(this::offsets)
                .flatMapIterable(Map::entrySet)
                .concatMap(
                        first -> trails.forget(first.getKey(), first.getValue().offset()))
                .reduce(0L, Long::sum);
    }

    private Mono<Map<TopicPartition, ListOffsetsResultInfo>> offsets(Map<TopicPartition, OffsetSpec> wanted) {
        return Mono.fromFuture(() -> clients.sharedAdmin()
                        .listOffsets(wanted)
                        .all()
                        .toCompletionStage()
                        .toCompletableFuture())
                // Off the event loop, because the first call creates the client and blocks.
                .subscribeOn(Schedulers.boundedElastic());
    }
}
