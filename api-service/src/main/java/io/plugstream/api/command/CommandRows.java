package io.plugstream.api.command;

import io.plugstream.api.access.Caller;
import io.plugstream.api.database.Columns;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.idempotency.UndoneWork;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.StationOrder;
import io.r2dbc.spi.Parameters;
import io.r2dbc.spi.R2dbcType;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;

/** Stores and reads commands. */
@Component
class CommandRows {

    /** Mapped by {@link StoredCommand}. */
    static final String SELECT = """
            SELECT id, charge_box_id, action, status, answered, response, station_response, error, transaction_id,
                   created_at, sent_at, completed_at, expires_at
            FROM commands""";

    private static final String ONE = SELECT + " WHERE id = :id";

    private final DatabaseClient database;
    private final TransactionalOperator transaction;
    private final UndoneWork undoneWork;

    CommandRows(DatabaseClient database, TransactionalOperator transaction, UndoneWork undoneWork) {
        this.database = database;
        this.transaction = transaction;
        this.undoneWork = undoneWork;
    }

    /** Empty if the caller has no such charger. */
    Mono<Target> target(Caller caller, String chargeBoxId) {
        return caller.bind(database.sql("""
                        SELECT CASE WHEN s.online THEN s.connection_id END AS connection_id, s.protocol
                        FROM chargers c LEFT JOIN charger_states s
                            ON s.organisation_id = c.organisation_id AND s.charge_box_id = c.charge_box_id
                        WHERE c.organisation_id = :organisation
                            AND c.charge_box_id = :chargeBoxId AND c.mode = :mode"""))
                .bind("chargeBoxId", chargeBoxId)
                .map(row -> new Target(
                        chargeBoxId, row.get("connection_id", UUID.class), row.get("protocol", String.class)))
                .one()
                .timeout(DatabaseTimeouts.LOOKUP);
    }

    /**
     * The station's own id of the transaction; empty if the charger has no such transaction, or has used its id, which
     * has no case, again for a later one.
     */
    Mono<String> stationTransaction(Caller caller, Target target, int transactionId) {
        return caller.bind(database.sql("""
                        SELECT known.station_transaction_id FROM transactions known
                        WHERE known.organisation_id = :organisation AND known.mode = :mode
                            AND known.charge_box_id = :chargeBoxId AND known.transaction_id = :transactionId
                            AND known.station_transaction_id IS NOT NULL
                            AND NOT EXISTS (SELECT FROM transactions later
                                WHERE later.organisation_id = :organisation AND later.mode = :mode
                                    AND later.charge_box_id = :chargeBoxId
                                    AND lower(later.station_transaction_id) = lower(known.station_transaction_id)
                                    AND later.transaction_id <> known.transaction_id
                                    AND later.listed_at > known.listed_at)
                        ORDER BY known.listed_at DESC LIMIT 1"""))
                .bind("chargeBoxId", target.chargeBoxId())
                .bind("transactionId", transactionId)
                .map(row -> Columns.get(row, "station_transaction_id", String.class))
                .one()
                .timeout(DatabaseTimeouts.LOOKUP);
    }

    /** The API's number of the transaction with the station's own id; empty while it is unknown. */
    Mono<Integer> transactionOf(Caller caller, String chargeBoxId, String stationTransactionId) {
        return caller.bind(database.sql("""
                        SELECT transaction_id FROM transactions
                        WHERE organisation_id = :organisation AND mode = :mode
                            AND charge_box_id = :chargeBoxId AND station_transaction_id = :stationTransactionId
                        ORDER BY listed_at DESC LIMIT 1"""))
                .bind("chargeBoxId", chargeBoxId)
                .bind("stationTransactionId", stationTransactionId)
                .map(row -> Columns.get(row, "transaction_id", Integer.class))
                .one()
                .timeout(DatabaseTimeouts.LOOKUP);
    }

    /** Stores a command for an OCPP 1.6 charger before it is queued. */
    Mono<ChargerCommand> insertForOcpp16(ChargerCommand command) {
        Optional<String> passwordHash = PasswordChange.hashForOcpp16(command.action(), command.payload());
        return insert(command, RemoteStart.of(command), null, passwordHash)
                .then()
                .as(transaction::transactional)
                .timeout(DatabaseTimeouts.LOOKUP)
                .thenReturn(command);
    }

    /** Stores a command for an OCPP 2 station and returns it with its number. */
    Mono<ChargerCommand> insertForOcpp2(
            ChargerCommand command, NewCommand wanted, @Nullable String stationTransaction) {
        Optional<String> passwordHash = PasswordChange.hashForOcpp2(command.action(), command.payload());
        return insert(command, null, wanted, passwordHash)
                .map(row -> Columns.get(row, "number", Integer.class))
                .one()
                .as(transaction::transactional)
                .timeout(DatabaseTimeouts.LOOKUP)
                .map(number ->
                        command.forStation(new StationOrder(number, stationTransaction, wanted.payloadIsOcpp2())));
    }

    private DatabaseClient.GenericExecuteSpec insert(
            ChargerCommand command,
            @Nullable RemoteStart start,
            @Nullable NewCommand ofStation,
            Optional<String> passwordHash) {
        return database.sql("""
                        INSERT INTO commands
                            (id, organisation_id, mode, charge_box_id, action, status, created_at, expires_at,
                                connection_id, id_tag, connector_id, number, reports, password_hash)
                        VALUES (:id, :organisation, :mode, :chargeBoxId, :action, 'queued', :createdAt, :expiresAt,
                            :connectionId, :idTag, :connectorId,
                            CASE WHEN :isOfStation THEN nextval('command_numbers')::integer END,
                            :isReported, :passwordHash)
                        RETURNING number""")
                .bind("id", command.commandId())
                .bind("organisation", command.organisationId())
                .bind("mode", command.mode().wireName())
                .bind("chargeBoxId", command.chargeBoxId())
                .bind("action", command.action().wireName())
                .bind("createdAt", command.issuedAt())
                .bind("expiresAt", command.expiresAt())
                .bind("connectionId", command.connectionId())
                .bind("idTag", Parameters.in(R2dbcType.VARCHAR, start == null ? null : start.idTag()))
                .bind("connectorId", Parameters.in(R2dbcType.INTEGER, start == null ? null : start.connectorId()))
                .bind("isOfStation", ofStation != null)
                .bind("isReported", ofStation != null && ofStation.isReported())
                .bind("passwordHash", Parameters.in(R2dbcType.VARCHAR, passwordHash.orElse(null)));
    }

    /** Deletes a command that is still queued; false if it is not. */
    Mono<Boolean> withdraw(UUID id) {
        return database.sql("DELETE FROM commands WHERE id = :id AND status = 'queued'")
                .bind("id", id)
                .fetch()
                .rowsUpdated()
                .map(rows -> rows > 0)
                .as(undoneWork::undo)
                .timeout(DatabaseTimeouts.LOOKUP);
    }

    /** Empty if there is no such command. */
    Mono<Command> find(UUID id) {
        return database.sql(ONE)
                .bind("id", id)
                .map(row -> StoredCommand.of(row).command())
                .one()
                .timeout(DatabaseTimeouts.LOOKUP);
    }

    /** Empty if the caller has no such command. */
    Mono<Command> find(Caller caller, UUID id) {
        return caller.bind(database.sql(ONE + " AND organisation_id = :organisation AND mode = :mode"))
                .bind("id", id)
                .map(row -> StoredCommand.of(row).command())
                .one()
                .timeout(DatabaseTimeouts.LOOKUP);
    }
}
