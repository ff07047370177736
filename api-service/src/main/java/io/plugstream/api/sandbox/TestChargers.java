package io.plugstream.api.sandbox;

import io.plugstream.api.charger.Simulation;
import io.plugstream.api.database.Changes;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.idempotency.UndoneWork;
import io.plugstream.api.outbox.Outbox;
import io.plugstream.api.secret.SecretSeal;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.json.Json;
import io.plugstream.model.topic.Topics;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The test chargers in the database. Each change queues its publication in the same transaction. */
@Component
class TestChargers implements Simulation {

    private static final String NOTHING_RUNS = "(run_id IS NULL OR run_id = ANY (:ended) OR run_at < :before)";

    private final DatabaseClient database;
    private final Changes changes;
    private final UndoneWork undoneWork;
    private final Outbox outbox;
    private final SecretSeal seal;

    TestChargers(DatabaseClient database, Changes changes, UndoneWork undoneWork, Outbox outbox, SecretSeal seal) {
        this.database = database;
        this.changes = changes;
        this.undoneWork = undoneWork;
        this.outbox = outbox;
        this.seal = seal;
    }

    @Override
    public Mono<Void> registered(String organisationId, Map<String, String> passwords, Instant at) {
        return Flux.fromIterable(passwords.entrySet())
                .concatMap(one -> insert(new ChargerId(organisationId, one.getKey()), one.getValue(), at))
                .then();
    }

    private Mono<Void> insert(ChargerId id, String password, Instant at) {
        return seal.seal(password, TestChargerPasswords.owner(id))
                .flatMap(secret -> database.sql("""
                                INSERT INTO sandbox_chargers (organisation_id, charge_box_id, password, created_at)
                                VALUES (:organisation, :chargeBoxId, :password, :at)""")
                        .bind("organisation", id.organisationId())
                        .bind("chargeBoxId", id.chargeBoxId())
                        .bind("password", secret)
                        .bind("at", at)
                        .then())
                .then(Mono.defer(() -> publish(id)));
    }

    @Override
    public Mono<Void> passwordChanged(ChargerId id, String password) {
        return seal.seal(password, TestChargerPasswords.owner(id))
                .flatMap(secret -> database.sql("""
                                INSERT INTO sandbox_chargers (organisation_id, charge_box_id, password, created_at)
                                SELECT organisation_id, charge_box_id, :password, created_at FROM chargers
                                WHERE organisation_id = :organisation AND charge_box_id = :chargeBoxId
                                ON CONFLICT (organisation_id, charge_box_id) DO UPDATE SET password = excluded.password""")
                        .bind("organisation", id.organisationId())
                        .bind("chargeBoxId", id.chargeBoxId())
                        .bind("password", secret)
                        .then())
                .then(Mono.defer(() -> publish(id)));
    }

    /** The database deletes the row together with the charger's. */
    @Override
    public Mono<Void> deleted(ChargerId id) {
        return publish(id);
    }

    private Mono<Void> publish(ChargerId id) {
        return outbox.enqueue(Topics.SANDBOX_CHARGERS, id);
    }

    /** Empty if there is no such test charger. */
    Mono<TestChargerRow> find(ChargerId id) {
        return database.sql(TestChargerRow.SELECT_WHOLE
                        + " WHERE c.organisation_id = :organisation AND c.charge_box_id = :chargeBoxId")
                .bind("organisation", id.organisationId())
                .bind("chargeBoxId", id.chargeBoxId())
                .map(TestChargerRow::whole)
                .one()
                .timeout(DatabaseTimeouts.REQUEST);
    }

    /** All test chargers of an organisation, which are few. */
    Flux<TestChargerRow> all(String organisationId) {
        return database.sql(TestChargerRow.SELECT_WHOLE + " WHERE c.organisation_id = :organisation")
                .bind("organisation", organisationId)
                .map(TestChargerRow::whole)
                .all()
                .timeout(DatabaseTimeouts.REQUEST);
    }

    /**
     * Changes a charger's settings; false if it would hand over a charger whose scenario may still run.
     *
     * @param ended ids of runs that are known to have ended
     * @param before runs requested earlier than this have ended in any case
     */
    Mono<Boolean> change(ChargerId id, SettingsChange change, Collection<UUID> ended, Instant before) {
        return database.sql("""
                        UPDATE sandbox_chargers SET
                            simulated = coalesce((CAST(:change AS jsonb) ->> 'simulated')::boolean, simulated),
                            protocol = coalesce(CAST(:change AS jsonb) ->> 'protocol', protocol),
                            clock_speed = coalesce((CAST(:change AS jsonb) ->> 'clockSpeed')::integer, clock_speed),
                            meter_interval_seconds =
                                coalesce((CAST(:change AS jsonb) ->> 'meterIntervalSeconds')::integer, meter_interval_seconds),
                            power_w = coalesce((CAST(:change AS jsonb) ->> 'powerW')::integer, power_w),
                            answers = coalesce(CAST(:change AS jsonb) -> 'answers', answers)
                        WHERE organisation_id = :organisation AND charge_box_id = :chargeBoxId
                            AND (NOT simulated OR coalesce((CAST(:change AS jsonb) ->> 'simulated')::boolean, true)
                                OR\s""" + NOTHING_RUNS + ')')
                .bind("change", Json.mapper().writeValueAsString(change))
                .bind("organisation", id.organisationId())
                .bind("chargeBoxId", id.chargeBoxId())
                .bind("ended", ended.toArray(UUID[]::new))
                .bind("before", before)
                .fetch()
                .rowsUpdated()
                .flatMap(rows -> rows > 0 ? publish(id).thenReturn(true) : Mono.just(false))
                .as(work -> changes.run(id.organisationId(), work));
    }

    /**
     * Stores a scenario before it is ordered; false if the previous one may still run.
     *
     * @param ended ids of runs that are known to have ended
     * @param before runs requested earlier than this have ended in any case
     */
    Mono<Boolean> request(ChargerId id, TestChargerRow.RequestedRun run, Collection<UUID> ended, Instant before) {
        return database.sql("""
                        UPDATE sandbox_chargers SET run_id = :run, run_scenario = :scenario, run_at = :at
                        WHERE organisation_id = :organisation AND charge_box_id = :chargeBoxId AND simulated
                            AND\s""" + NOTHING_RUNS)
                .bind("run", run.id())
                .bind("scenario", run.scenario())
                .bind("at", run.at())
                .bind("organisation", id.organisationId())
                .bind("chargeBoxId", id.chargeBoxId())
                .bind("ended", ended.toArray(UUID[]::new))
                .bind("before", before)
                .fetch()
                .rowsUpdated()
                .map(rows -> rows > 0)
                .as(work -> changes.run(id.organisationId(), work));
    }

    /** Removes a scenario that could not be ordered; returns whether it was still there. */
    Mono<Boolean> withdraw(ChargerId id, UUID run) {
        return database.sql("""
                        UPDATE sandbox_chargers SET run_id = NULL, run_scenario = NULL, run_at = NULL
                        WHERE organisation_id = :organisation AND charge_box_id = :chargeBoxId AND run_id = :run""")
                .bind("organisation", id.organisationId())
                .bind("chargeBoxId", id.chargeBoxId())
                .bind("run", run)
                .fetch()
                .rowsUpdated()
                .map(rows -> rows > 0)
                .as(undoneWork::undo)
                .timeout(DatabaseTimeouts.REQUEST);
    }

    /** The newest transactions of the charger, with their events. */
    Mono<List<TransactionEvents>> transactions(ChargerId id) {
        return database.sql("""
                        SELECT started_event_id, stopped_event_id FROM transactions
                        WHERE organisation_id = :organisation AND charge_box_id = :chargeBoxId AND mode = 'test'
                        ORDER BY listed_at DESC LIMIT 20""")
                .bind("organisation", id.organisationId())
                .bind("chargeBoxId", id.chargeBoxId())
                .map(TransactionEvents::of)
                .all()
                .collectList()
                .timeout(DatabaseTimeouts.REQUEST);
    }
}
