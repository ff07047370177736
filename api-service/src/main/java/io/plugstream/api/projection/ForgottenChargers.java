package io.plugstream.api.projection;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import io.plugstream.model.charger.ChargerId;
import java.util.UUID;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Clears what is known of a charger, so that one that is registered again starts afresh. Events of the connections before
 * may still be on their way; connection ids are UUIDv7, so a mark in time tells them from those of a new registration.
 */
@Component
public final class ForgottenChargers {

    private static final UUID NONE = new UUID(0, 0);

    private final DatabaseClient database;
    private final TimeBasedEpochGenerator moments = Generators.timeBasedEpochGenerator();

    ForgottenChargers(DatabaseClient database) {
        this.database = database;
    }

    /** Within the transaction that deletes the registration: nothing that connected until now counts any more. */
    public Mono<Void> deleted(ChargerId charger) {
        return forget(charger, moments.generate());
    }

    /** Within the transaction that registers: connections heard of so far were not this registration's. */
    public Mono<Void> registered(ChargerId charger) {
        return forget(charger, NONE);
    }

    private Mono<Void> forget(ChargerId charger, UUID through) {
        return database.sql("""
                        INSERT INTO charger_states AS known (organisation_id, charge_box_id, forgotten_through)
                        VALUES ($1, $2, $3)
                        ON CONFLICT (organisation_id, charge_box_id) DO UPDATE SET
                            forgotten_through = greatest(
                                known.forgotten_through, known.connection_id, excluded.forgotten_through),
                            connection_id = NULL, online = false, protocol = NULL, last_seen = NULL,
                            boot_connection_id = NULL, boot_sequence = NULL, vendor = NULL, model = NULL,
                            serial_number = NULL, firmware_version = NULL""")
                .bind("$1", charger.organisationId())
                .bind("$2", charger.chargeBoxId())
                .bind("$3", through)
                .then()
                .then(forgetConnectors(charger));
    }

    private Mono<Void> forgetConnectors(ChargerId charger) {
        return database.sql("DELETE FROM connector_states WHERE organisation_id = $1 AND charge_box_id = $2")
                .bind("$1", charger.organisationId())
                .bind("$2", charger.chargeBoxId())
                .then();
    }
}
