package io.plugstream.api.command;

import io.plugstream.api.database.Columns;
import io.plugstream.api.outbox.Outbox;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.topic.Topics;
import io.r2dbc.spi.Readable;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Gives chargers the passwords that commands set (ADR 119), within the caller's transaction. */
@Component
final class NewPasswords {

    /**
     * A column for statements on {@code commands}: the id of a command that may have set a password, because it was
     * sent and has timed out.
     */
    static final String UNKNOWN = """
            CASE WHEN status = 'timed_out' AND sent_at IS NOT NULL AND password_hash IS NOT NULL THEN id END
            AS unknown_password""";

    private static final String RETURNING = " RETURNING chargers.organisation_id, chargers.charge_box_id";

    /**
     * Includes timed-out commands: a charger that answers late has changed its password all the same. Excludes commands
     * to a connection that was made under an earlier registration of the charger's id.
     */
    private static final String OF_COMMAND = """
            FROM commands given
            WHERE given.id = :command AND given.password_hash IS NOT NULL
                AND given.status IN ('queued', 'sent', 'timed_out')
                AND chargers.organisation_id = given.organisation_id
                AND chargers.charge_box_id = given.charge_box_id AND chargers.mode = given.mode
                AND NOT EXISTS (SELECT FROM charger_states state
                    WHERE state.organisation_id = given.organisation_id AND state.charge_box_id = given.charge_box_id
                        AND state.forgotten_through >= given.connection_id)""";

    private static final String TAKE = """
            UPDATE chargers SET password_hash = given.password_hash, next_password_command = NULL,
                next_password_hash = NULL
            """ + OF_COMMAND + RETURNING;

    private static final String TAKE_NEXT_IF = """
            UPDATE chargers SET next_password_command = given.id, next_password_hash = given.password_hash
            """ + OF_COMMAND;

    private static final String TAKE_NEXT = TAKE_NEXT_IF + RETURNING;
    private static final String TAKE_NEXT_IF_SENT = TAKE_NEXT_IF + " AND given.sent_at IS NOT NULL" + RETURNING;

    /** So that a repeated answer to a timed-out command cannot bring back a password that has ended since. */
    private static final String FORGET = "UPDATE commands SET password_hash = NULL WHERE id = :command";

    private static final String USE_NEXT = """
            UPDATE chargers SET password_hash = next_password_hash, next_password_command = NULL,
                next_password_hash = NULL
            WHERE next_password_command = :command""" + RETURNING;

    private static final String DROP_NEXT = """
            UPDATE chargers SET next_password_command = NULL, next_password_hash = NULL
            WHERE next_password_command = :command""" + RETURNING;

    /** By charger, so that two writers do not deadlock; then by age, because a charger's last password counts. */
    private static final String IN_ORDER = """
            SELECT id FROM commands WHERE id = ANY(:commands)
            ORDER BY organisation_id, charge_box_id, created_at, id""";

    private final DatabaseClient database;
    private final Outbox outbox;

    NewPasswords(DatabaseClient database, Outbox outbox) {
        this.database = database;
        this.outbox = outbox;
    }

    /** Reads {@link #UNKNOWN}. */
    static Optional<UUID> unknown(Readable row) {
        return Optional.ofNullable(row.get("unknown_password", UUID.class));
    }

    /** Which of {@code commands}, which the caller has locked, set a password whose fate is open. */
    Mono<Set<UUID>> open(Collection<UUID> commands) {
        return commands.isEmpty()
                ? Mono.just(Set.of())
                : database.sql("""
                                SELECT id FROM commands WHERE id = ANY(:ids) AND (password_hash IS NOT NULL
                                    OR status = 'timed_out'
                                        AND EXISTS (SELECT FROM chargers WHERE next_password_command = commands.id))""")
                        .bind("ids", commands.toArray(UUID[]::new))
                        .map(row -> Columns.get(row, "id", UUID.class))
                        .all()
                        .collect(Collectors.toSet());
    }

    /** Applies the outcome of a command that set a password. If it has timed out, that may be its second one. */
    Mono<Void> end(UUID command, PasswordChange.Outcome outcome) {
        return switch (outcome) {
            case KEEPS_THE_OLD -> change(DROP_NEXT, command);
            case IS_UNKNOWN -> take(TAKE_NEXT_IF_SENT, command);
            case TAKES_IT_WITH_A_REBOOT -> take(TAKE_NEXT, command);
            case TAKES_IT_AT_ONCE -> take(TAKE, command).then(Mono.defer(() -> used(command)));
        };
    }

    /** Ends the {@link #UNKNOWN} commands of rows. */
    Mono<Void> endUnknown(Collection<Optional<UUID>> commands) {
        UUID[] unknown = commands.stream().flatMap(Optional::stream).toArray(UUID[]::new);
        return unknown.length == 0
                ? Mono.empty()
                : database.sql(IN_ORDER)
                        .bind("commands", unknown)
                        .map(row -> Columns.get(row, "id", UUID.class))
                        .all()
                        .collectList()
                        .flatMapIterable(ordered -> ordered)
                        .concatMap(command -> end(command, PasswordChange.Outcome.IS_UNKNOWN))
                        .then();
    }

    /** The charger has used the password that {@code command} set. */
    Mono<Void> used(UUID command) {
        return change(USE_NEXT, command);
    }

    private Mono<Void> take(String sql, UUID command) {
        return change(sql, command)
                .then(Mono.defer(
                        () -> database.sql(FORGET).bind("command", command).then()));
    }

    private Mono<Void> change(String sql, UUID command) {
        return database.sql(sql)
                .bind("command", command)
                .map(row -> new ChargerId(
                        Columns.get(row, "organisation_id", String.class),
                        Columns.get(row, "charge_box_id", String.class)))
                .one()
                .flatMap(charger -> outbox.enqueue(Topics.CHARGER_REGISTRATIONS, charger));
    }
}
