package io.plugstream.api.projection;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import io.plugstream.model.charger.ChargerId;
import java.util.Set;
import java.util.UUID;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Clears the read models of a charger, so that a new registration of its id starts empty. Events of earlier connections
 * may still be in flight; connection ids are UUIDv7, so a point in time separates them from later connections.
 */
@Component
public final class ForgottenChargers {

    private static final UUID NONE = new UUID(0, 0);

    private final DatabaseClient database;
    private final TimeBasedEpochGenerator moments = Generators.timeBasedEpochGenerator();

    ForgottenChargers(DatabaseClient database) {
        this.database = database;
    }

    /** Ignores all connections up to now. Call it within the transaction that deletes the registration. */
    public Mono<Void> deleted(ChargerId charger) {
        return forget(charger.organisationId(), Set.of(charger.chargeBoxId()), moments.generate());
    }

    /** Ignores the connections known so far. Call it within the transaction that registers the chargers. */
    public Mono<Void> registered(String organisationId, Set<String> chargeBoxIds) {
        return forget(organisationId, chargeBoxIds, NONE);
    }

    private Mono<Void> forget(String organisationId, Set<String> chargeBoxIds, UUID through) {
        String[] ids = chargeBoxIds.toArray(String[]::new);
        // One statement, because a registration locks the organisation's count of chargers meanwhile (ADR 64).
        return database.sql("""
                        WITH connectors AS (
                            DELETE FROM connector_states
                            WHERE organisation_id = :organisation AND charge_box_id = ANY(:ids)
                        ), deviations AS (
                            DELETE FROM charger_deviations
                            WHERE organisation_id = :organisation AND charge_box_id = ANY(:ids)
                        )
                        INSERT INTO charger_states AS known (organisation_id, charge_box_id, forgotten_through)
                        SELECT :organisation, id, :through FROM unnest(:ids) AS id ORDER BY id
                        ON CONFLICT (organisation_id, charge_box_id) DO UPDATE SET
                            forgotten_through = greatest(
                                known.forgotten_through, known.connection_id, excluded.forgotten_through),
                            connection_id = NULL, online = false, protocol = NULL, last_seen = NULL,
                            boot_connection_id = NULL, boot_sequence = NULL, vendor = NULL, model = NULL,
                            serial_number = NULL, firmware_version = NULL""")
                .bind("organisation", organisationId)
                .bind("through", through)
                .bind("ids", ids)
                .then();
    }
}
