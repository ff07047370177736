package io.plugstream.api.command;

import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.log.ListenerContainers;
import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.model.command.ReportPart;
import io.plugstream.model.topic.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;

/** Stores the parts of stations' reports. A failed batch is retried as a whole. */
@Component
class ReportListener implements BatchMessageListener<byte[], byte[]> {

    private final ReportRows rows;
    private final DeadLetters deadLetters;
    private final CommandMetrics metrics;

    ReportListener(ReportRows rows, DeadLetters deadLetters, CommandMetrics metrics) {
        this.rows = rows;
        this.deadLetters = deadLetters;
        this.metrics = metrics;
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> commandReports(ListenerContainers containers) {
        return containers.container(Topics.COMMAND_REPORTS, this);
    }

    @Override
    public void onMessage(List<ConsumerRecord<byte[], byte[]>> records) {
        List<CompletableFuture<?>> parked = new ArrayList<>();
        List<ReportPart> parts = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            Optional<ReportPart> part = read(record);
            if (part.isPresent()) {
                parts.add(part.get());
            } else {
                parked.add(deadLetters.park(record, "not a part of a report"));
            }
        }
        Flux.fromIterable(parts)
                .concatMap(rows::add)
                .filter(added -> !added)
                .doOnNext(_ -> metrics.droppedPart())
                .blockLast(DatabaseTimeouts.BATCH);
        DeadLetters.await(parked);
    }

    private static Optional<ReportPart> read(ConsumerRecord<byte[], byte[]> record) {
        return Topics.COMMAND_REPORTS.read(record.value()).filter(ReportListener::isWhole);
    }

    @SuppressWarnings("NullAway") // JSON may lack what the type promises.
    private static boolean isWhole(ReportPart part) {
        return part.partId() != null
                && part.organisationId() != null
                && part.chargeBoxId() != null
                && part.receivedAt() != null;
    }
}
