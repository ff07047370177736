package io.plugstream.api.command;

import io.plugstream.api.projection.BatchProjection;
import io.plugstream.api.projection.ProjectionListeners;
import io.plugstream.model.command.ReportPart;
import io.plugstream.model.topic.Topics;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Stores the parts of stations' reports, one after the other. */
@Component
final class ReportProjection implements BatchProjection<ReportPart> {

    private final ReportRows rows;
    private final CommandMetrics metrics;

    ReportProjection(ReportRows rows, CommandMetrics metrics) {
        this.rows = rows;
        this.metrics = metrics;
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> commandReports(ProjectionListeners listeners) {
        return listeners.container(Topics.COMMAND_REPORTS, this);
    }

    @Override
    public Mono<Void> apply(List<ReportPart> parts) {
        return Flux.fromIterable(parts)
                .concatMap(rows::add)
                .filter(added -> !added)
                .doOnNext(_ -> metrics.droppedPart())
                .then();
    }
}
