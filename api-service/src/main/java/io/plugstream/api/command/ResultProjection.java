package io.plugstream.api.command;

import io.plugstream.model.command.CommandResult;
import io.plugstream.model.json.Json;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Writes what gateways say of commands into their rows. The first end stays; what comes after it changes nothing. */
@Component
class ResultProjection {

    private static final String SENT = """
            UPDATE commands known SET status = 'sent', sent_at = result.at
            FROM jsonb_to_recordset($1::jsonb) AS result ("commandId" uuid, at timestamptz)
            WHERE known.id = result."commandId" AND known.status = 'queued'""";

    private static final String END = """
            UPDATE commands known SET status = ending.status, answered = ending.answered, response = ending.response,
                error = ending.error, completed_at = ending."completedAt",
                transaction_id = CASE WHEN ending.status IN ('accepted', 'timed_out') THEN known.transaction_id END
            FROM jsonb_to_recordset($1::jsonb) AS ending (id uuid, status text, answered boolean, response text,
                error text, "completedAt" timestamptz)
            WHERE known.id = ending.id AND known.status IN ('queued', 'sent')
            RETURNING known.action, known.status""";

    private final DatabaseClient database;
    private final TransactionalOperator transaction;

    ResultProjection(DatabaseClient database, TransactionalOperator transaction) {
        this.database = database;
        this.transaction = transaction;
    }

    /** Applies {@code results}, of which none is kept if any fails; tells which commands ended by them. */
    Mono<List<EndedCommand>> apply(List<CommandResult> results) {
        return sent(results)
                .thenMany(Flux.defer(() -> end(endings(results))))
                .collectList()
                .as(transaction::transactional);
    }

    private Mono<Void> sent(List<CommandResult> results) {
        List<CommandResult> sent =
                results.stream().filter(CommandResult.Sent.class::isInstance).toList();
        return sent.isEmpty() ? Mono.empty() : run(SENT, sent).then();
    }

    private Flux<EndedCommand> end(Collection<Ending> endings) {
        return endings.isEmpty()
                ? Flux.empty()
                : run(END, endings).map(EndedCommand::of).all();
    }

    /** The first of each command. */
    private static Collection<Ending> endings(List<CommandResult> results) {
        Map<UUID, Ending> first = new LinkedHashMap<>();
        results.forEach(result -> Ending.of(result).ifPresent(ending -> first.putIfAbsent(ending.id(), ending)));
        return first.values();
    }

    private DatabaseClient.GenericExecuteSpec run(String sql, Collection<?> rows) {
        return database.sql(sql).bind("$1", Json.mapper().writeValueAsString(rows));
    }
}
