package io.plugstream.api.charger;

import io.plugstream.api.access.Caller;
import io.plugstream.api.database.Columns;
import io.plugstream.model.quota.Tier;
import java.util.Collection;
import java.util.Set;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * How many chargers an organisation has in a mode, and may have. Registrations and deletions of a mode lock the count
 * before anything else, so that they wait for each other in one order; nothing else waits for them.
 */
@Component
class ChargerRoom {

    private final DatabaseClient database;

    ChargerRoom(DatabaseClient database) {
        this.database = database;
    }

    /**
     * Holds the count until the caller's transaction ends; the tier does not change meanwhile either. Also tells which of
     * {@code wanted} the organisation had, in either mode, before it waited.
     */
    Mono<Taken> lock(Caller caller, Collection<String> wanted) {
        return database.sql("""
                        WITH organisation AS (
                            SELECT tier FROM organisations WHERE id = :organisation FOR KEY SHARE
                        ), count AS (
                            INSERT INTO charger_counts AS known (organisation_id, mode, chargers)
                            VALUES (:organisation, :mode, 0)
                            ON CONFLICT (organisation_id, mode) DO UPDATE SET chargers = known.chargers
                            RETURNING chargers
                        )
                        SELECT tier, chargers, ARRAY(
                            SELECT charge_box_id FROM chargers
                            WHERE organisation_id = :organisation AND charge_box_id = ANY(:wanted)
                        ) AS existing FROM organisation, count""")
                .bind("organisation", caller.organisationId())
                .bind("mode", caller.mode().wireName())
                .bind("wanted", wanted.toArray(String[]::new))
                .map(row -> new Taken(
                        Tier.named(Columns.get(row, "tier", String.class)).orElseThrow(),
                        Columns.get(row, "chargers", Long.class),
                        Set.of(Columns.get(row, "existing", String[].class))))
                .one();
    }

    /** @param chargers those of the caller's mode */
    record Taken(Tier tier, long chargers, Set<String> existing) {}
}
