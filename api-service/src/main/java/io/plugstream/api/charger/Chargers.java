package io.plugstream.api.charger;

import io.plugstream.api.identity.Caller;
import io.plugstream.api.organisation.OrganisationLock;
import io.plugstream.api.outbox.Outbox;
import io.plugstream.api.problem.ProblemException;
import io.plugstream.api.projection.ForgottenChargers;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import io.r2dbc.spi.Parameters;
import io.r2dbc.spi.R2dbcType;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;

/** The registrations of chargers; each change is published in the same transaction. */
@Component
class Chargers {

    /** A database that does not answer is as good as away. */
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private final DatabaseClient database;
    private final TransactionalOperator transaction;
    private final OrganisationLock organisations;
    private final ForgottenChargers forgotten;
    private final Outbox outbox;

    Chargers(
            DatabaseClient database,
            TransactionalOperator transaction,
            OrganisationLock organisations,
            ForgottenChargers forgotten,
            Outbox outbox) {
        this.database = database;
        this.transaction = transaction;
        this.organisations = organisations;
        this.forgotten = forgotten;
        this.outbox = outbox;
    }

    /** Ends with a problem if the id is taken or the limit reached. */
    Mono<Void> register(Caller caller, NewCharger wanted, ChargerPassword password, Instant createdAt) {
        ChargerId id = new ChargerId(caller.organisationId(), wanted.chargeBoxId());
        return organisations
                .lock(caller.organisationId())
                .flatMap(tier -> refusal(caller, wanted, tier))
                .flatMap(refusal -> refusal.map(Mono::<Void>error).orElseGet(Mono::empty))
                .then(Mono.defer(() -> insert(caller, wanted, password, createdAt)))
                .then(Mono.defer(() -> forgotten.registered(id)))
                .then(Mono.defer(() -> outbox.enqueue(Topics.CHARGER_REGISTRATIONS, id)))
                .as(transaction::transactional)
                .timeout(PATIENCE);
    }

    /** Empty if the caller has no such charger. */
    Mono<ChargerId> delete(Caller caller, String chargeBoxId) {
        ChargerId id = new ChargerId(caller.organisationId(), chargeBoxId);
        return database.sql("DELETE FROM chargers WHERE organisation_id = $1 AND charge_box_id = $2 AND mode = $3")
                .bind("$1", id.organisationId())
                .bind("$2", id.chargeBoxId())
                .bind("$3", caller.mode().wireName())
                .fetch()
                .rowsUpdated()
                .filter(rows -> rows > 0)
                .flatMap(_ -> forgotten
                        .deleted(id)
                        .then(Mono.defer(() -> outbox.enqueue(Topics.CHARGER_REGISTRATIONS, id)))
                        .thenReturn(id))
                .as(transaction::transactional)
                .timeout(PATIENCE);
    }

    /** The gateway knows no names, so there is nothing to publish. */
    Mono<Void> rename(Caller caller, String chargeBoxId, NewName name) {
        return database.sql(
                        "UPDATE chargers SET name = $4 WHERE organisation_id = $1 AND charge_box_id = $2 AND mode = $3")
                .bind("$1", caller.organisationId())
                .bind("$2", chargeBoxId)
                .bind("$3", caller.mode().wireName())
                .bind("$4", Parameters.in(R2dbcType.VARCHAR, name.text()))
                .then()
                .timeout(PATIENCE);
    }

    /** Empty if the caller has no such charger. */
    Mono<ChargerId> changePassword(Caller caller, String chargeBoxId, ChargerPassword password) {
        ChargerId id = new ChargerId(caller.organisationId(), chargeBoxId);
        return database.sql("UPDATE chargers SET password_hash = $4"
                        + " WHERE organisation_id = $1 AND charge_box_id = $2 AND mode = $3")
                .bind("$1", id.organisationId())
                .bind("$2", id.chargeBoxId())
                .bind("$3", caller.mode().wireName())
                .bind("$4", password.hash())
                .fetch()
                .rowsUpdated()
                .filter(rows -> rows > 0)
                .flatMap(_ -> outbox.enqueue(Topics.CHARGER_REGISTRATIONS, id).thenReturn(id))
                .as(transaction::transactional)
                .timeout(PATIENCE);
    }

    private Mono<Optional<ProblemException>> refusal(Caller caller, NewCharger wanted, Tier tier) {
        return database.sql("""
                        SELECT count(*) FILTER (WHERE mode = $2) AS chargers,
                               coalesce(bool_or(charge_box_id = $3), false) AS taken
                        FROM chargers WHERE organisation_id = $1""")
                .bind("$1", caller.organisationId())
                .bind("$2", caller.mode().wireName())
                .bind("$3", wanted.chargeBoxId())
                .map(row -> ChargerLimit.refusal(
                        caller.mode(),
                        tier,
                        Objects.requireNonNull(row.get("chargers", Long.class)),
                        Objects.requireNonNull(row.get("taken", Boolean.class))))
                .one();
    }

    private Mono<Void> insert(Caller caller, NewCharger wanted, ChargerPassword password, Instant createdAt) {
        DatabaseClient.GenericExecuteSpec sql = database.sql(
                        "INSERT INTO chargers (organisation_id, charge_box_id, mode, password_hash, created_at, name)"
                                + " VALUES ($1, $2, $3, $4, $5, $6)")
                .bind("$1", caller.organisationId())
                .bind("$2", wanted.chargeBoxId())
                .bind("$3", caller.mode().wireName())
                .bind("$4", password.hash())
                .bind("$5", createdAt);
        String name = wanted.name();
        return (name == null ? sql.bindNull("$6", String.class) : sql.bind("$6", name)).then();
    }
}
