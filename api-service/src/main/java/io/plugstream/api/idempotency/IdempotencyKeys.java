package io.plugstream.api.idempotency;

import io.plugstream.api.database.Batches;
import io.plugstream.api.database.Columns;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.Sweep;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemType;
import io.plugstream.model.json.Json;
import io.r2dbc.spi.Readable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpHeaders;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.r2dbc.core.DatabaseClient.GenericExecuteSpec;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Stores the keys of all organisations for all replicas. Keys and leases expire by the database's clock. */
@Component
class IdempotencyKeys {

    private static final Logger log = LoggerFactory.getLogger(IdempotencyKeys.class);
    private static final int SWEPT_AT_ONCE = 1_000;
    private static final Duration SWEEP = Duration.ofMinutes(5);

    /** How long a key is remembered. */
    private static final Duration KEEP = Duration.ofHours(24);

    /** When the process of a running request is assumed to have crashed; longer than any request takes. */
    private static final Duration LEASE = Duration.ofSeconds(30);

    /** Response headers that are stored for the replay. */
    private static final List<String> KEPT = List.of(
            HttpHeaders.CONTENT_TYPE, HttpHeaders.CACHE_CONTROL, HttpHeaders.LOCATION, HttpHeaders.ALLOW, "Accept");

    private static final String OWNED_KEY =
            " WHERE organisation_id = :organisation AND mode = :mode AND key = :key AND owner = :owner";

    private final DatabaseClient database;

    IdempotencyKeys(DatabaseClient database) {
        this.database = database;
    }

    /**
     * Claims the key for the request, or returns the state of the first request with that key. A request that only
     * waits, or repeats one, writes nothing: a conflict would lock the row, and waiting requests would queue for it.
     * The statement goes on if its request is cancelled or takes too long, and the key is released afterwards.
     */
    Mono<ClaimResult> claim(KeyedRequest request) {
        return Mono.deferContextual(context -> {
            AtomicBoolean over = new AtomicBoolean();
            Mono<Claim> inserted = insert(new Claim(request, UUID.randomUUID()))
                    .contextWrite(known -> known.putAll(context))
                    .cache();
            return inserted.<ClaimResult>map(ClaimResult.First::new)
                    .switchIfEmpty(Mono.defer(() -> existing(request)))
                    .timeout(DatabaseTimeouts.REQUEST)
                    .filter(_ -> over.compareAndSet(false, true))
                    .doFinally(_ -> {
                        if (over.compareAndSet(false, true)) {
                            releaseLater(inserted.onErrorComplete());
                        }
                    });
        });
    }

    private Mono<Claim> insert(Claim claim) {
        KeyedRequest request = claim.request();
        return bind(request, """
                        INSERT INTO idempotency_keys AS known
                            (organisation_id, mode, key, fingerprint, owner, leased_until, expires_at)
                        SELECT :organisation, :mode, :key, :fingerprint, :owner,
                            now() + :lease * interval '1 millisecond', now() + :keep * interval '1 millisecond'
                        WHERE NOT EXISTS (
                            SELECT FROM idempotency_keys held
                            WHERE held.organisation_id = :organisation AND held.mode = :mode AND held.key = :key
                                AND held.expires_at > now() AND (held.fingerprint <> :fingerprint
                                    OR held.status IS NOT NULL OR held.worked OR held.leased_until > now()))
                        ON CONFLICT (organisation_id, mode, key) DO UPDATE SET fingerprint = excluded.fingerprint,
                            owner = excluded.owner, leased_until = excluded.leased_until,
                            expires_at = excluded.expires_at, worked = false, status = NULL, headers = NULL, body = NULL
                        WHERE known.expires_at <= now() OR (known.fingerprint = excluded.fingerprint
                            AND known.status IS NULL AND NOT known.worked AND known.leased_until <= now())
                        RETURNING owner""")
                .bind("fingerprint", request.fingerprint())
                .bind("owner", claim.owner())
                .bind("lease", LEASE.toMillis())
                .bind("keep", KEEP.toMillis())
                .map(_ -> claim)
                .one();
    }

    /** Marks the work as done, in the transaction that does it, so that it is not repeated. */
    Mono<Void> worked(Claim claim) {
        return bind(claim, "UPDATE idempotency_keys SET worked = true" + OWNED_KEY)
                .fetch()
                .rowsUpdated()
                .filter(rows -> rows > 0)
                .switchIfEmpty(Mono.error(() -> Problem.of(
                                ProblemType.CONFLICT,
                                "Another request with this Idempotency-Key took over, because this one took too long.")
                        .exception()))
                .then();
    }

    /** Marks the work as not done, in the transaction that undoes it. */
    Mono<Void> unworked(Claim claim) {
        return bind(claim, "UPDATE idempotency_keys SET worked = false" + OWNED_KEY)
                .then();
    }

    /** Lets a retry do the work, unless something was changed. */
    Mono<Void> release(Claim claim) {
        return bind(claim, "DELETE FROM idempotency_keys" + OWNED_KEY + " AND NOT worked")
                .fetch()
                .rowsUpdated()
                .filter(rows -> rows == 0)
                .flatMap(_ -> bind(claim, "UPDATE idempotency_keys SET leased_until = now()" + OWNED_KEY)
                        .then())
                .timeout(DatabaseTimeouts.REQUEST);
    }

    /** A retry waits until the key is released; if that fails, until the end of the lease. */
    void releaseLater(Mono<Claim> claim) {
        claim.flatMap(this::release)
                .subscribe(_ -> {}, e -> log.warn("An Idempotency-Key was not released: {}", e.toString()));
    }

    @Bean
    Sweep idempotencyKeySweep() {
        return new Sweep(
                "idempotency-keys", SWEEP, this::sweep, "Removing old idempotency keys failed, retrying later");
    }

    /** Removes expired keys, a bounded number of rows at once; skips rows that another replica has locked. */
    Mono<Long> sweep() {
        GenericExecuteSpec some = database.sql("""
                        DELETE FROM idempotency_keys WHERE (organisation_id, mode, key) IN (
                            SELECT organisation_id, mode, key FROM idempotency_keys WHERE expires_at <= now()
                            ORDER BY expires_at LIMIT :most FOR UPDATE SKIP LOCKED)""");
        return Batches.delete(some, SWEPT_AT_ONCE);
    }

    /** Stores the response for later requests, without secrets. */
    Mono<Void> store(Claim claim, CompleteResponse response) {
        Map<String, List<String>> headers = new TreeMap<>();
        KEPT.forEach(name -> {
            List<String> values = response.headers().getOrEmpty(name);
            if (!values.isEmpty()) {
                headers.put(name, values);
            }
        });
        return bind(
                        claim,
                        "UPDATE idempotency_keys SET status = :status, headers = :headers::jsonb, body = :body"
                                + OWNED_KEY)
                .bind("status", response.status())
                .bind("headers", Json.mapper().writeValueAsString(headers))
                .bind("body", response.withoutSecrets().body())
                .then()
                .timeout(DatabaseTimeouts.REQUEST);
    }

    private Mono<ClaimResult> existing(KeyedRequest request) {
        return bind(request, """
                        SELECT fingerprint, status, headers::text AS headers, body,
                            worked AND leased_until <= now() AS lost
                        FROM idempotency_keys WHERE organisation_id = :organisation AND mode = :mode AND key = :key""")
                .map(row -> existing(request, row))
                .one()
                // The key was released just now; the next attempt claims it.
                .defaultIfEmpty(new ClaimResult.Pending());
    }

    private static ClaimResult existing(KeyedRequest request, Readable row) {
        if (!request.fingerprint().equals(row.get("fingerprint", String.class))) {
            return new ClaimResult.Different();
        }
        @Nullable Integer status = row.get("status", Integer.class);
        if (status != null) {
            return new ClaimResult.Answered(response(status, row));
        }
        return Boolean.TRUE.equals(row.get("lost", Boolean.class)) ? new ClaimResult.Lost() : new ClaimResult.Pending();
    }

    private static CompleteResponse response(int status, Readable row) {
        HttpHeaders headers = new HttpHeaders();
        Json.mapper()
                .readTree(Columns.get(row, "headers", String.class))
                .propertyStream()
                .forEach(header -> header.getValue()
                        .valueStream()
                        .forEach(value -> headers.add(header.getKey(), value.stringValue())));
        return new CompleteResponse(status, headers, Columns.get(row, "body", String.class));
    }

    private GenericExecuteSpec bind(Claim claim, String sql) {
        return bind(claim.request(), sql).bind("owner", claim.owner());
    }

    private GenericExecuteSpec bind(KeyedRequest request, String sql) {
        return database.sql(sql)
                .bind("organisation", request.organisationId())
                .bind("mode", request.mode().wireName())
                .bind("key", request.key());
    }
}
