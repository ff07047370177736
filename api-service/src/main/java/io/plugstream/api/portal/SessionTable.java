package io.plugstream.api.portal;

import io.plugstream.api.access.PortalProperties;
import io.plugstream.api.access.PortalSession;
import io.plugstream.api.database.Batches;
import io.plugstream.api.database.Changes;
import io.plugstream.api.database.Columns;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.Notifications;
import io.plugstream.api.database.Sweep;
import io.r2dbc.spi.Parameter;
import io.r2dbc.spi.Parameters;
import io.r2dbc.spi.R2dbcType;
import io.r2dbc.spi.Readable;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.r2dbc.core.DatabaseClient.GenericExecuteSpec;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The table of sessions. Notifications tell all replicas within a second which sessions began and ended. All times are
 * the database's: a replica with a wrong clock would end sessions early, or prolong them.
 */
@Component
class SessionTable {

    /** Notified with the hash of each ended session, for the replicas' caches and open streams. */
    static final String ENDED = "plugstream_portal_sessions";

    /** Notified with the hash of each new session. */
    static final String BEGUN = "plugstream_new_portal_sessions";

    private static final int SWEPT_AT_ONCE = 200;
    private static final String COLUMNS =
            "encode(hash, 'hex') AS hash, subject, name, organisation_id, operator, expires_at";

    private final DatabaseClient database;
    private final Changes changes;
    private final PortalProperties properties;

    SessionTable(DatabaseClient database, Changes changes, PortalProperties properties) {
        this.database = database;
        this.changes = changes;
        this.properties = properties;
    }

    /** Creates a session for a person whom the identity provider has authenticated. */
    Mono<PortalSession> begin(SessionSecret secret, SignedIn person) {
        return database.sql("""
                        INSERT INTO portal_sessions
                            (hash, subject, name, organisation_id, operator, created_at, used_at, expires_at)
                        VALUES (:hash, :subject, :name, :organisation, :operator, now(), now(),
                            date_trunc('milliseconds', now()) + :life * interval '1 millisecond')
                        RETURNING\s""" + COLUMNS)
                .bind("hash", bytes(secret.hash()))
                .bind("subject", person.subject())
                .bind("name", text(person.name()))
                .bind("organisation", text(person.organisationId()))
                .bind("operator", person.operator())
                .bind("life", properties.life().toMillis())
                .map(SessionTable::session)
                .one()
                .flatMap(begun ->
                        Notifications.send(database, BEGUN, secret.hash()).thenReturn(begun))
                .as(changes::run);
    }

    /** The session of that hash, and records its use; empty if it does not exist or has expired. */
    Mono<PortalSession> use(String hash) {
        return database.sql("""
                        UPDATE portal_sessions SET used_at = greatest(used_at, now())
                        WHERE hash = :hash AND expires_at > now()
                            AND used_at > now() - :idle * interval '1 millisecond'
                        RETURNING\s""" + COLUMNS)
                .bind("hash", bytes(hash))
                .bind("idle", properties.idle().toMillis())
                .map(SessionTable::session)
                .one()
                .timeout(DatabaseTimeouts.LOOKUP);
    }

    Mono<Void> end(String hash) {
        return database.sql("DELETE FROM portal_sessions WHERE hash = :hash")
                .bind("hash", bytes(hash))
                .fetch()
                .rowsUpdated()
                .then(Mono.defer(() -> Notifications.send(database, ENDED, hash)))
                .as(changes::run);
    }

    /** The hashes of the most recently used sessions, at most {@code most}. */
    Flux<String> hashes(int most) {
        return database.sql("""
                        SELECT encode(hash, 'hex') AS hash FROM portal_sessions WHERE expires_at > now()
                        ORDER BY used_at DESC LIMIT :most""")
                .bind("most", most)
                .map(row -> Columns.get(row, "hash", String.class))
                .all();
    }

    @Bean
    Sweep sessionSweep() {
        return new Sweep("sessions", properties.sweep(), this::sweep, "Failed to remove expired sessions");
    }

    /**
     * Removes expired and idle sessions, a bounded number of rows at once; skips rows that another replica has locked.
     *
     * @return the number of removed sessions
     */
    Mono<Long> sweep() {
        GenericExecuteSpec expired = database.sql("""
                DELETE FROM portal_sessions WHERE hash IN (
                    SELECT hash FROM portal_sessions WHERE expires_at <= now()
                    ORDER BY expires_at LIMIT :most FOR UPDATE SKIP LOCKED)""");
        GenericExecuteSpec idle =
                database.sql("""
                DELETE FROM portal_sessions WHERE hash IN (
                    SELECT hash FROM portal_sessions WHERE used_at <= now() - :idle * interval '1 millisecond'
                    ORDER BY used_at LIMIT :most FOR UPDATE SKIP LOCKED)""").bind("idle", properties.idle().toMillis());
        return Flux.just(expired, idle)
                .concatMap(statement -> Batches.delete(statement, SWEPT_AT_ONCE))
                .reduce(0L, Long::sum);
    }

    private static Parameter text(@Nullable String value) {
        return Parameters.in(R2dbcType.VARCHAR, value);
    }

    private static byte[] bytes(String hash) {
        return HexFormat.of().parseHex(hash);
    }

    private static PortalSession session(Readable row) {
        return new PortalSession(
                Columns.get(row, "hash", String.class),
                Columns.get(row, "subject", String.class),
                row.get("name", String.class),
                row.get("organisation_id", String.class),
                Boolean.TRUE.equals(row.get("operator", Boolean.class)),
                Columns.get(row, "expires_at", Instant.class));
    }
}
