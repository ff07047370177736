package io.plugstream.api.charger;

import io.plugstream.api.access.Caller;
import io.plugstream.api.database.Columns;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * The number of an organisation's chargers in a mode, and its tier. Registrations and deletions lock the mode's count
 * before anything else, so that they wait for each other in one order.
 */
@Component
class ChargerCounts {

    private final DatabaseClient database;

    ChargerCounts(DatabaseClient database) {
        this.database = database;
    }

    /**
     * Locks the count and the tier until the caller's transaction ends. Also returns which of {@code wanted} the
     * organisation had, in either mode: before the wait for the lock, or after it if not all others fit.
     */
    Mono<LockedCount> lock(Caller caller, Collection<String> wanted) {
        return caller.bind(database.sql("""
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
                        ) AS existing FROM organisation, count"""))
                .bind("wanted", wanted.toArray(String[]::new))
                .map(row -> new LockedCount(
                        Columns.constant(row, "tier", Tier.class),
                        Columns.get(row, "chargers", Long.class),
                        Set.of(Columns.get(row, "existing", String[].class))))
                .one()
                .flatMap(locked -> wanted.size() <= locked.existing().size() + locked.free(caller.mode())
                        ? Mono.just(locked)
                        : existing(caller, wanted).map(locked::with));
    }

    /** A statement of its own, because that of the lock does not see what others committed during its wait. */
    private Mono<Set<String>> existing(Caller caller, Collection<String> wanted) {
        return database.sql("""
                        SELECT charge_box_id FROM chargers
                        WHERE organisation_id = :organisation AND charge_box_id = ANY(:wanted)""")
                .bind("organisation", caller.organisationId())
                .bind("wanted", wanted.toArray(String[]::new))
                .map(row -> Columns.get(row, "charge_box_id", String.class))
                .all()
                .collect(Collectors.toUnmodifiableSet());
    }

    /** @param chargers the number of chargers in the caller's mode */
    record LockedCount(Tier tier, long chargers, Set<String> existing) {

        /** How many more chargers may be registered. */
        long free(Mode mode) {
            return ChargerLimit.free(mode, tier, chargers);
        }

        private LockedCount with(Set<String> existing) {
            return new LockedCount(tier, chargers, existing);
        }
    }
}
