package io.plugstream.api.key;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import io.plugstream.api.access.ApiKeyDirectory;
import io.plugstream.api.access.Audit;
import io.plugstream.api.access.Caller;
import io.plugstream.api.database.Changes;
import io.plugstream.api.database.Columns;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.Notifications;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemType;
import io.plugstream.api.idempotency.KeptResponses;
import io.plugstream.model.organisation.Mode;
import io.r2dbc.spi.Parameters;
import io.r2dbc.spi.R2dbcType;
import io.r2dbc.spi.Readable;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Stores the API keys of organisations. Revoked keys keep their rows and never become active again. */
@Component
class ApiKeys implements StoredKeys {

    static final int MOST_ACTIVE = 100;

    private static final String MASK = "********";

    private final DatabaseClient database;
    private final Changes changes;
    private final KeptResponses responses;
    private final Clock clock;
    private final NoArgGenerator ids = Generators.timeBasedEpochGenerator();

    ApiKeys(DatabaseClient database, Changes changes, KeptResponses responses, Clock clock) {
        this.database = database;
        this.changes = changes;
        this.responses = responses;
        this.clock = clock;
    }

    /** Stores a user's new key; fails with {@code limit-reached} if {@value #MOST_ACTIVE} keys are already active. */
    Mono<ApiKey> create(Caller person, String name, Mode mode, KeyText key) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        String organisationId = person.organisationId();
        ApiKey created = new ApiKey(ids.generate(), name, key.prefix(), null, now, mode, person.id());
        return lock(organisationId)
                .then(active(organisationId))
                .filter(count -> count < MOST_ACTIVE)
                .switchIfEmpty(Mono.error(ApiKeys::limitReached))
                .flatMap(_ -> insert(organisationId, person.id(), key, created))
                .then(Mono.defer(() -> Notifications.send(
                        database, RememberedKeys.CHANNEL, key.hash().hex())))
                .then(Mono.defer(() -> responses.keepCreated(created.location(), new CreatedKey(created))))
                .then(Audit.note(person, "API key created", created.id()))
                .as(work -> changes.run(organisationId, work))
                .thenReturn(created);
    }

    /** The active keys, oldest first. */
    Flux<ApiKey> list(String organisationId, @Nullable Mode mode) {
        return database.sql("""
                        SELECT id, name, prefix, last_used, created_at, mode, created_by FROM api_keys
                        WHERE organisation_id = :organisation AND revoked_at IS NULL AND (:mode IS NULL OR mode = :mode)
                        ORDER BY created_at, id""")
                .bind("organisation", organisationId)
                .bind("mode", Parameters.in(R2dbcType.VARCHAR, mode == null ? null : mode.wireName()))
                .map(ApiKeys::apiKey)
                .all()
                .timeout(DatabaseTimeouts.REQUEST);
    }

    /**
     * Revokes an active key and returns its hash; empty if there is no such key. Takes no turn among the organisation's
     * changes: whoever holds a stolen key could fill their line.
     */
    Mono<KeyHash> revoke(Caller caller, @Nullable Mode mode, UUID id) {
        return database.sql("""
                        UPDATE api_keys SET revoked_at = :now
                        WHERE organisation_id = :organisation AND id = :id AND revoked_at IS NULL
                            AND (:mode IS NULL OR mode = :mode)
                        RETURNING encode(hash, 'hex')""")
                .bind("organisation", caller.organisationId())
                .bind("id", id)
                .bind("mode", Parameters.in(R2dbcType.VARCHAR, mode == null ? null : mode.wireName()))
                .bind("now", clock.instant())
                .map(row -> new KeyHash(Objects.requireNonNull(row.get(0, String.class))))
                .one()
                .flatMap(hash -> Notifications.send(database, KeyDirectory.CHANNEL, hash.hex())
                        .then(Audit.note(caller, "API key revoked", id))
                        .thenReturn(hash))
                .as(work -> changes.run(work));
    }

    @Override
    public Flux<KeyHash> active(int most) {
        return database.sql("""
                        SELECT encode(hash, 'hex') AS hash FROM api_keys WHERE revoked_at IS NULL
                        ORDER BY greatest(created_at, last_used) DESC LIMIT :most""")
                .bind("most", most)
                .map(row -> new KeyHash(Columns.get(row, "hash", String.class)))
                .all();
    }

    @Override
    public Mono<ApiKeyDirectory.Owner> owner(KeyHash hash) {
        return database.sql("SELECT id, organisation_id, mode FROM api_keys WHERE hash = :hash AND revoked_at IS NULL")
                .bind("hash", hash.bytes())
                .map(row -> new ApiKeyDirectory.Owner(
                        Columns.get(row, "id", UUID.class).toString(),
                        Columns.get(row, "organisation_id", String.class),
                        Columns.constant(row, "mode", Mode.class)))
                .one()
                .timeout(DatabaseTimeouts.LOOKUP);
    }

    private Mono<Void> lock(String organisationId) {
        return database.sql("SELECT id FROM organisations WHERE id = :organisation FOR NO KEY UPDATE")
                .bind("organisation", organisationId)
                .fetch()
                .one()
                .then();
    }

    private Mono<Long> active(String organisationId) {
        return database.sql(
                        "SELECT count(*) FROM api_keys WHERE organisation_id = :organisation AND revoked_at IS NULL")
                .bind("organisation", organisationId)
                .map(row -> Objects.requireNonNull(row.get(0, Long.class)))
                .one();
    }

    private Mono<Long> insert(String organisationId, String createdBy, KeyText key, ApiKey created) {
        return database.sql("""
                        INSERT INTO api_keys (id, organisation_id, name, mode, hash, prefix, created_at, created_by)
                        VALUES (:id, :organisation, :name, :mode, :hash, :prefix, :createdAt, :createdBy)""")
                .bind("id", created.id())
                .bind("organisation", organisationId)
                .bind("name", created.name())
                .bind("mode", created.mode().wireName())
                .bind("hash", key.hash().bytes())
                .bind("prefix", created.prefix())
                .bind("createdAt", created.createdAt())
                .bind("createdBy", createdBy)
                .fetch()
                .rowsUpdated();
    }

    private static Throwable limitReached() {
        return Problem.of(
                        ProblemType.LIMIT_REACHED,
                        "The organisation has " + MOST_ACTIVE + " active API keys; revoke one first.")
                .exception();
    }

    private static ApiKey apiKey(Readable row) {
        return new ApiKey(
                Columns.get(row, "id", UUID.class),
                Columns.get(row, "name", String.class),
                row.get("prefix", String.class) + MASK,
                row.get("last_used", Instant.class),
                Columns.get(row, "created_at", Instant.class),
                Columns.constant(row, "mode", Mode.class),
                Columns.get(row, "created_by", String.class));
    }

    /** The response to a creation without the key itself, which is never stored. */
    private record CreatedKey(UUID id, String name, Instant createdAt) {

        CreatedKey(ApiKey key) {
            this(key.id(), key.name(), key.createdAt());
        }
    }
}
