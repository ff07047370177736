package io.plugstream.api.command;

import io.plugstream.api.projection.BatchProjection;
import io.plugstream.api.projection.ProjectionListeners;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.json.Json;
import io.plugstream.model.topic.Topics;
import io.r2dbc.spi.Readable;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Writes gateways' results into the rows of commands. The first ending of a command stays; later ones are ignored. The
 * ending by {@link CommandSweep} does not count if the gateway's was in time.
 */
@Component
final class ResultProjection implements BatchProjection<CommandResult> {

    /** Every writer that locks several commands does so in this order, and before chargers. */
    private static final String LOCK = "SELECT id FROM commands WHERE id = ANY(:ids) ORDER BY id FOR NO KEY UPDATE";

    private static final String SENT = """
            UPDATE commands SET sent_at = result.at,
                status = CASE status WHEN 'queued' THEN 'sent' ELSE status END
            FROM jsonb_to_recordset(:rows::jsonb) AS result ("commandId" uuid, at timestamptz)
            WHERE id = result."commandId" AND status IN ('queued', 'timed_out') AND sent_at IS NULL
            RETURNING\s""" + NewPasswords.UNKNOWN;

    private static final String END = """
            UPDATE commands known SET status = ending.status, answered = ending.answered, response = ending.response,
                error = ending.error, station_response = ending."stationResponse", password_hash = NULL,
                completed_at = ending."completedAt",
                transaction_id = CASE WHEN may_have_been_executed(ending.status, ending.error)
                    THEN known.transaction_id END
            FROM jsonb_to_recordset(:rows::jsonb) AS ending (id uuid, status text, answered boolean, response text,
                error text, "stationResponse" text, "completedAt" timestamptz)
            WHERE known.id = ending.id AND %s
            RETURNING known.action, known.status""";

    private static final String END_OPEN = END.formatted("known.status IN ('queued', 'sent')");

    /** Replaces the sweep's ending. */
    private static final String END_SWEPT = END.formatted("""
            known.status = 'timed_out' AND ending.status <> 'timed_out' AND ending."completedAt" <= known.expires_at""");

    private final DatabaseClient database;
    private final TransactionalOperator transaction;
    private final NewPasswords passwords;
    private final CommandMetrics metrics;

    ResultProjection(
            DatabaseClient database,
            TransactionalOperator transaction,
            NewPasswords passwords,
            CommandMetrics metrics) {
        this.database = database;
        this.transaction = transaction;
        this.passwords = passwords;
        this.metrics = metrics;
    }

    @Bean
    ConcurrentMessageListenerContainer<byte[], byte[]> commandResults(ProjectionListeners listeners) {
        return listeners.container(Topics.COMMAND_RESULTS, this);
    }

    /** Applies all {@code results} in one transaction. */
    @Override
    public Mono<Void> apply(List<CommandResult> results) {
        Map<UUID, Ending> endings = endings(results);
        return lock(results)
                .then(Mono.defer(() -> sent(results)))
                .thenMany(Flux.defer(() -> changePasswords(results, endings)))
                .then(Mono.defer(() -> end(endings.values())))
                .as(transaction::transactional)
                .doOnNext(ended -> count(results, ended))
                .then();
    }

    private void count(List<CommandResult> results, Ended ended) {
        ended.open().forEach(metrics::count);
        long endings = results.stream()
                .filter(result ->
                        !(result instanceof CommandResult.Sent || result instanceof CommandResult.PasswordUsed))
                .count();
        metrics.droppedResults(Math.toIntExact(endings - ended.open().size() - ended.swept()));
    }

    private Mono<Void> lock(List<CommandResult> results) {
        return database.sql(LOCK)
                .bind("ids", results.stream().map(CommandResult::commandId).toArray(UUID[]::new))
                .then();
    }

    private Mono<Void> sent(List<CommandResult> results) {
        List<CommandResult> sent =
                results.stream().filter(CommandResult.Sent.class::isInstance).toList();
        return sent.isEmpty()
                ? Mono.empty()
                : run(SENT, sent)
                        .map((Readable row) -> NewPasswords.unknown(row))
                        .all()
                        .collectList()
                        .flatMap(passwords::endUnknown);
    }

    /** One after another, because a charger may set a password, use it and set another. */
    private Flux<Void> changePasswords(List<CommandResult> results, Map<UUID, Ending> endings) {
        Set<UUID> ended = new HashSet<>();
        return passwords
                .open(endings.keySet())
                .flatMapMany(open -> Flux.fromIterable(results).concatMap(result -> switch (result) {
                    case CommandResult.Sent _ -> Mono.empty();
                    case CommandResult.PasswordUsed used -> passwords.used(used.commandId());
                    case CommandResult.Answered _, CommandResult.Refused _, CommandResult.Failed _ ->
                        open.contains(result.commandId()) && ended.add(result.commandId())
                                ? changePassword(Objects.requireNonNull(endings.get(result.commandId())))
                                : Mono.empty();
                }));
    }

    private Mono<Void> changePassword(Ending ending) {
        return passwords.end(ending.id(), ending.password());
    }

    private Mono<Ended> end(Collection<Ending> endings) {
        if (endings.isEmpty()) {
            return Mono.just(new Ended(List.of(), 0));
        }
        Mono<Long> swept = Mono.defer(
                () -> run(END_SWEPT, endings).map(EndedCommand::of).all().count());
        return run(END_OPEN, endings)
                .map(EndedCommand::of)
                .all()
                .collectList()
                .flatMap(open ->
                        (open.size() == endings.size() ? Mono.just(0L) : swept).map(count -> new Ended(open, count)));
    }

    /** @param swept the number of commands that the sweep had already ended and counted */
    private record Ended(List<EndedCommand> open, long swept) {}

    /** The first ending of each command. */
    private static Map<UUID, Ending> endings(List<CommandResult> results) {
        Map<UUID, Ending> first = new LinkedHashMap<>();
        results.forEach(result -> Ending.of(result).ifPresent(ending -> first.putIfAbsent(ending.id(), ending)));
        return first;
    }

    private DatabaseClient.GenericExecuteSpec run(String sql, Collection<?> rows) {
        return database.sql(sql).bind("rows", Json.mapper().writeValueAsString(rows));
    }
}
