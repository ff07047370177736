package io.plugstream.api.command;

import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.Halves;
import io.plugstream.api.log.ListenerContainers;
import io.plugstream.base.kafka.DeadLetters;
import io.plugstream.model.command.CommandResult;
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

/**
 * Applies each batch of results; the offsets are committed after it. The container retries a failed batch until it
 * succeeds.
 */
@Component
class ResultListener implements BatchMessageListener<byte[], byte[]> {

    private final ResultProjection projection;
    private final DeadLetters deadLetters;
    private final CommandMetrics metrics;

    ResultListener(ResultProjection projection, DeadLetters deadLetters, CommandMetrics metrics) {
        this.projection = projection;
        this.deadLetters = deadLetters;
        this.metrics = metrics;
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> commandResults(ListenerContainers containers) {
        return containers.container(Topics.COMMAND_RESULTS, this);
    }

    @Override
    public void onMessage(List<ConsumerRecord<byte[], byte[]>> records) {
        List<CompletableFuture<?>> parked = new ArrayList<>();
        List<CommandResult> results = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            Optional<CommandResult> result = read(record);
            if (result.isPresent()) {
                results.add(result.get());
            } else {
                parked.add(deadLetters.park(record, "not a result of a command"));
            }
        }
        List<EndedCommand> ended = new ArrayList<>();
        Halves.apply(
                results,
                some -> projection
                        .apply(some)
                        .blockOptional(DatabaseTimeouts.BATCH)
                        .ifPresent(ended::addAll));
        ended.forEach(metrics::count);
        metrics.droppedResults(endings(results) - ended.size());
        DeadLetters.await(parked);
    }

    private static Optional<CommandResult> read(ConsumerRecord<byte[], byte[]> record) {
        return Topics.COMMAND_RESULTS.read(record.value()).filter(ResultListener::isWhole);
    }

    @SuppressWarnings("NullAway") // JSON may lack what the type promises.
    private static boolean isWhole(CommandResult result) {
        return result.commandId() != null
                && result.at() != null
                && switch (result) {
                    case CommandResult.Sent _ -> true;
                    case CommandResult.Answered answer -> answer.response() != null;
                    case CommandResult.Refused refusal -> refusal.code() != null && refusal.description() != null;
                    case CommandResult.Failed failed -> failed.failure() != null;
                };
    }

    private static int endings(List<CommandResult> results) {
        return Math.toIntExact(results.stream()
                .filter(result -> !(result instanceof CommandResult.Sent))
                .count());
    }
}
