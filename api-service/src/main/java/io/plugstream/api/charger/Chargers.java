package io.plugstream.api.charger;

import io.plugstream.api.access.Audit;
import io.plugstream.api.access.Caller;
import io.plugstream.api.database.Changes;
import io.plugstream.api.database.Columns;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.outbox.Outbox;
import io.plugstream.api.projection.ForgottenChargers;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import io.r2dbc.spi.Parameters;
import io.r2dbc.spi.R2dbcType;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Stores charger registrations; the same transaction puts each change into the outbox. */
@Component
class Chargers {

    private static final String ONE =
            " WHERE organisation_id = :organisation AND charge_box_id = :chargeBoxId AND mode = :mode";

    /** A command under way may no longer set its password (ADR 119). Commands are locked before their charger. */
    static final String FORGET_PASSWORDS =
            "UPDATE commands SET password_hash = NULL WHERE id IN (SELECT id FROM commands" + ONE
                    + " AND password_hash IS NOT NULL ORDER BY id FOR UPDATE)";

    private final DatabaseClient database;
    private final Changes changes;
    private final ChargerCounts counts;
    private final ForgottenChargers forgotten;
    private final Outbox outbox;
    private final Simulation simulation;

    Chargers(
            DatabaseClient database,
            Changes changes,
            ChargerCounts counts,
            ForgottenChargers forgotten,
            Outbox outbox,
            Simulation simulation) {
        this.database = database;
        this.changes = changes;
        this.counts = counts;
        this.forgotten = forgotten;
        this.outbox = outbox;
        this.simulation = simulation;
    }

    /**
     * Registers chargers in the given order until the limit is reached.
     *
     * @param wanted chargers with distinct ids
     * @param beforeCommit runs in the transaction once the outcome is known; an error rolls it back
     */
    Mono<Registered> register(
            Caller caller, List<RegisteredCharger> wanted, Function<Registered, Mono<Void>> beforeCommit) {
        return counts.lock(
                        caller,
                        wanted.stream().map(RegisteredCharger::chargeBoxId).toList())
                .flatMap(locked -> register(caller, wanted, locked))
                .flatMap(registered -> publish(caller, registered)
                        .then(Mono.defer(() -> simulate(caller, wanted, registered.created())))
                        .then(Mono.defer(() -> beforeCommit.apply(registered)))
                        .thenReturn(registered))
                .as(work -> changes.run(caller.organisationId(), work));
    }

    private Mono<Registered> register(Caller caller, List<RegisteredCharger> wanted, ChargerCounts.LockedCount locked) {
        List<RegisteredCharger> fitting = wanted.stream()
                .filter(charger -> !locked.existing().contains(charger.chargeBoxId()))
                .limit(locked.free(caller.mode()))
                .toList();
        Mono<Set<String>> inserting = fitting.isEmpty() ? Mono.just(Set.of()) : insert(caller, fitting);
        return inserting.map(created -> {
            Set<String> existing = new HashSet<>(locked.existing());
            // The organisation's other mode, which has its own lock, may just have taken an id.
            fitting.stream()
                    .map(RegisteredCharger::chargeBoxId)
                    .filter(id -> !created.contains(id))
                    .forEach(existing::add);
            return new Registered(locked.tier(), created, existing);
        });
    }

    private Mono<Set<String>> insert(Caller caller, List<RegisteredCharger> chargers) {
        return caller.bind(database.sql("""
                        INSERT INTO chargers (organisation_id, charge_box_id, mode, password_hash, created_at, name)
                        SELECT :organisation, id, :mode, hash, :createdAt, name
                        FROM unnest(:ids, :hashes, :names) AS wanted (id, hash, name) ORDER BY id
                        ON CONFLICT DO NOTHING RETURNING charge_box_id"""))
                .bind("createdAt", chargers.getFirst().createdAt())
                .bind("ids", texts(chargers, RegisteredCharger::chargeBoxId))
                .bind("hashes", texts(chargers, charger -> new ChargerPassword(charger.password()).hash()))
                .bind("names", texts(chargers, RegisteredCharger::name))
                .map(row -> Columns.get(row, "charge_box_id", String.class))
                .all()
                .collect(Collectors.toUnmodifiableSet());
    }

    private static @Nullable String[] texts(
            List<RegisteredCharger> chargers, Function<RegisteredCharger, @Nullable String> text) {
        return chargers.stream().map(text).toArray(String[]::new);
    }

    private Mono<Void> publish(Caller caller, Registered registered) {
        List<ChargerId> ids = registered.created().stream()
                .map(id -> new ChargerId(caller.organisationId(), id))
                .toList();
        return ids.isEmpty()
                ? Mono.empty()
                : forgotten
                        .registered(caller.organisationId(), registered.created())
                        .then(Mono.defer(() -> outbox.enqueue(Topics.CHARGER_REGISTRATIONS, ids)));
    }

    private Mono<Void> simulate(Caller caller, List<RegisteredCharger> wanted, Set<String> created) {
        Map<String, String> passwords = wanted.stream()
                .filter(charger -> created.contains(charger.chargeBoxId()))
                .collect(Collectors.toMap(RegisteredCharger::chargeBoxId, RegisteredCharger::password));
        return caller.mode() == Mode.LIVE || passwords.isEmpty()
                ? Mono.empty()
                : simulation.registered(
                        caller.organisationId(), passwords, wanted.getFirst().createdAt());
    }

    private Mono<Void> ifSimulated(Caller caller, Mono<Void> change) {
        return caller.mode() == Mode.LIVE ? Mono.empty() : change;
    }

    /** Empty if the caller has no such charger. */
    Mono<ChargerId> delete(Caller caller, String chargeBoxId) {
        ChargerId id = new ChargerId(caller.organisationId(), chargeBoxId);
        return counts.lock(caller, List.of())
                .then(Mono.defer(() -> delete(caller, id)))
                .as(work -> changes.run(id.organisationId(), work));
    }

    private Mono<ChargerId> delete(Caller caller, ChargerId id) {
        return forgetPasswords(caller, id)
                .then(Mono.defer(() -> caller.bind(database.sql("DELETE FROM chargers" + ONE))
                        .bind("chargeBoxId", id.chargeBoxId())
                        .fetch()
                        .rowsUpdated()))
                .filter(rows -> rows > 0)
                .flatMap(_ -> forgotten
                        .deleted(id)
                        .then(Mono.defer(() -> outbox.enqueue(Topics.CHARGER_REGISTRATIONS, id)))
                        .then(Mono.defer(() -> ifSimulated(caller, simulation.deleted(id))))
                        .then(Audit.note(caller, "Charger deleted", id.chargeBoxId()))
                        .thenReturn(id));
    }

    private Mono<Void> forgetPasswords(Caller caller, ChargerId id) {
        return caller.bind(database.sql(FORGET_PASSWORDS))
                .bind("chargeBoxId", id.chargeBoxId())
                .then();
    }

    /** Publishes nothing, because gateways do not know charger names. */
    Mono<Void> rename(Caller caller, String chargeBoxId, NewName name) {
        return caller.bind(database.sql("UPDATE chargers SET name = :name" + ONE))
                .bind("chargeBoxId", chargeBoxId)
                .bind("name", Parameters.in(R2dbcType.VARCHAR, name.text()))
                .then()
                .timeout(DatabaseTimeouts.REQUEST);
    }

    /** Empty if the caller has no such charger. */
    Mono<ChargerId> changePassword(Caller caller, String chargeBoxId, ChargerPassword password) {
        ChargerId id = new ChargerId(caller.organisationId(), chargeBoxId);
        return forgetPasswords(caller, id)
                .then(Mono.defer(() -> caller.bind(database.sql("""
                                UPDATE chargers SET password_hash = :hash, next_password_command = NULL,
                                    next_password_hash = NULL
                                """ + ONE))
                        .bind("chargeBoxId", id.chargeBoxId())
                        .bind("hash", password.hash())
                        .fetch()
                        .rowsUpdated()))
                .filter(rows -> rows > 0)
                .flatMap(_ -> outbox.enqueue(Topics.CHARGER_REGISTRATIONS, id)
                        .then(Mono.defer(() -> ifSimulated(caller, simulation.passwordChanged(id, password.text()))))
                        .then(Audit.note(caller, "Charger password changed", id.chargeBoxId()))
                        .thenReturn(id))
                .as(work -> changes.run(id.organisationId(), work));
    }

    /**
     * The outcome of a registration. Ids in neither set exceeded the limit.
     *
     * @param existing the ids that the organisation already had
     */
    record Registered(Tier tier, Set<String> created, Set<String> existing) {

        Registered {
            created = Set.copyOf(created);
            existing = Set.copyOf(existing);
        }
    }
}
