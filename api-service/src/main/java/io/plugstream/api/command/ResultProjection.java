package io.plugstream.api.command;

import io.plugstream.api.database.Columns;
import io.plugstream.api.outbox.Outbox;
import io.plugstream.api.projection.BatchProjection;
import io.plugstream.api.projection.ProjectionListeners;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.json.Json;
import io.plugstream.model.topic.Topics;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
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

    private static final String SENT = """
            UPDATE commands known SET sent_at = result.at,
                status = CASE known.status WHEN 'queued' THEN 'sent' ELSE known.status END
            FROM jsonb_to_recordset(:rows::jsonb) AS result ("commandId" uuid, at timestamptz)
            WHERE known.id = result."commandId" AND known.status IN ('queued', 'timed_out') AND known.sent_at IS NULL""";

    private static final String END = """
            UPDATE commands known SET status = ending.status, answered = ending.answered, response = ending.response,
                error = ending.error, station_response = ending."stationResponse", password_hash = NULL,
                completed_at = ending."completedAt",
                transaction_id = CASE WHEN ending.status IN ('accepted', 'timed_out') THEN known.transaction_id END
            FROM jsonb_to_recordset(:rows::jsonb) AS ending (id uuid, status text, answered boolean, response text,
                error text, "stationResponse" text, "completedAt" timestamptz)
            WHERE known.id = ending.id AND %s
            RETURNING known.action, known.status""";

    private static final String END_OPEN = END.formatted("known.status IN ('queued', 'sent')");

    /** Replaces the sweep's ending. */
    private static final String END_SWEPT = END.formatted("""
            known.status = 'timed_out' AND ending.status <> 'timed_out' AND ending."completedAt" <= known.expires_at""");

    /** Includes timed-out commands: a charger that answers late has changed its password all the same. */
    private static final String OF_COMMAND = """
            FROM commands given
            WHERE given.id = :command AND given.password_hash IS NOT NULL
                AND given.status IN ('queued', 'sent', 'timed_out')
                AND chargers.organisation_id = given.organisation_id
                AND chargers.charge_box_id = given.charge_box_id AND chargers.mode = given.mode
            RETURNING chargers.organisation_id, chargers.charge_box_id""";

    private static final String TAKE_PASSWORD = """
            UPDATE chargers SET password_hash = given.password_hash, next_password_command = NULL,
                next_password_hash = NULL
            """ + OF_COMMAND;

    private static final String TAKE_NEXT_PASSWORD = """
            UPDATE chargers SET next_password_command = given.id, next_password_hash = given.password_hash
            """ + OF_COMMAND;

    /** So that a repeated answer to a timed-out command cannot bring back a password that has ended since. */
    private static final String FORGET_PASSWORD = "UPDATE commands SET password_hash = NULL WHERE id = :command";

    private static final String USE_NEXT_PASSWORD = """
            UPDATE chargers SET password_hash = next_password_hash, next_password_command = NULL,
                next_password_hash = NULL
            WHERE next_password_command = :command
            RETURNING organisation_id, charge_box_id""";

    private final DatabaseClient database;
    private final TransactionalOperator transaction;
    private final Outbox outbox;
    private final CommandMetrics metrics;

    ResultProjection(
            DatabaseClient database, TransactionalOperator transaction, Outbox outbox, CommandMetrics metrics) {
        this.database = database;
        this.transaction = transaction;
        this.outbox = outbox;
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
        return sent(results)
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

    private Mono<Void> sent(List<CommandResult> results) {
        List<CommandResult> sent =
                results.stream().filter(CommandResult.Sent.class::isInstance).toList();
        return sent.isEmpty() ? Mono.empty() : run(SENT, sent).then();
    }

    /** One after another, because a charger may set a password, use it and set another. */
    private Flux<Void> changePasswords(List<CommandResult> results, Map<UUID, Ending> endings) {
        Set<UUID> ended = new HashSet<>();
        return withPassword(endings.values())
                .flatMapMany(given -> Flux.fromIterable(results).concatMap(result -> switch (result) {
                    case CommandResult.Sent _ -> Mono.empty();
                    case CommandResult.PasswordUsed used -> changePassword(USE_NEXT_PASSWORD, used.commandId());
                    case CommandResult.Answered _, CommandResult.Refused _, CommandResult.Failed _ ->
                        given.contains(result.commandId()) && ended.add(result.commandId())
                                ? changePassword(Objects.requireNonNull(endings.get(result.commandId())))
                                : Mono.empty();
                }));
    }

    /** The commands that a charger accepted and that set a password; few do. */
    private Mono<Set<UUID>> withPassword(Collection<Ending> endings) {
        UUID[] accepted = endings.stream()
                .filter(ending -> ending.password() != PasswordChange.Outcome.KEEPS_THE_OLD)
                .map(Ending::id)
                .toArray(UUID[]::new);
        return accepted.length == 0
                ? Mono.just(Set.of())
                : database.sql("SELECT id FROM commands WHERE id = ANY(:ids) AND password_hash IS NOT NULL")
                        .bind("ids", accepted)
                        .map(row -> Columns.get(row, "id", UUID.class))
                        .all()
                        .collect(Collectors.toSet());
    }

    private Mono<Void> changePassword(Ending ending) {
        return switch (ending.password()) {
            case KEEPS_THE_OLD -> Mono.empty();
            case TAKES_IT_AT_ONCE -> takePassword(TAKE_PASSWORD, ending.id());
            case TAKES_IT_WITH_A_REBOOT -> takePassword(TAKE_NEXT_PASSWORD, ending.id());
        };
    }

    private Mono<Void> takePassword(String sql, UUID command) {
        return changePassword(sql, command)
                .then(Mono.defer(() ->
                        database.sql(FORGET_PASSWORD).bind("command", command).then()));
    }

    private Mono<Void> changePassword(String sql, UUID command) {
        return database.sql(sql)
                .bind("command", command)
                .map(row -> new ChargerId(
                        Columns.get(row, "organisation_id", String.class),
                        Columns.get(row, "charge_box_id", String.class)))
                .one()
                .flatMap(charger -> outbox.enqueue(Topics.CHARGER_REGISTRATIONS, charger));
    }

    private Mono<Ended> end(Collection<Ending> endings) {
        if (endings.isEmpty()) {
            return Mono.just(new Ended(List.of(), 0));
        }
        Mono<Long> swept = Mono.defer(() -> run(END_SWEPT, endings).map(EndedCommand::of).all().count());
        return run(END_OPEN, endings)
                .map(EndedCommand::of)
                .all()
                .collectList()
                .flatMap(open -> (open.size() == endings.size() ? Mono.just(0L) : swept)
                        .map(count -> new Ended(open, count)));
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
