package io.plugstream.api.projection;

import io.plugstream.model.event.ChargerBooted;
import io.plugstream.model.event.EventRecord;
import java.util.List;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Stores the vendor, model, serial number and firmware from chargers' boot notifications. */
@Component
final class ChargerProjection implements BatchProjection<EventRecord> {

    private static final String BOOT = """
            UPDATE charger_states known SET
                boot_connection_id = boot."connectionId", boot_sequence = boot.sequence, vendor = boot.data ->> 'vendor',
                model = boot.data ->> 'model', serial_number = boot.data ->> 'serialNumber',
                firmware_version = boot.data ->> 'firmwareVersion'
            FROM jsonb_to_recordset(:rows::jsonb) AS boot ("organisationId" text, "chargeBoxId" text,
                "connectionId" uuid, sequence bigint, data jsonb)
            WHERE known.organisation_id = boot."organisationId" AND known.charge_box_id = boot."chargeBoxId"
                AND (known.forgotten_through IS NULL OR boot."connectionId" > known.forgotten_through)
                AND (known.boot_connection_id IS NULL
                    OR (boot."connectionId", boot.sequence) > (known.boot_connection_id, known.boot_sequence))""";

    private final JsonRows rows;

    ChargerProjection(JsonRows rows) {
        this.rows = rows;
    }

    @Override
    public Mono<Void> apply(List<EventRecord> events) {
        List<EventRecord> boots = events.stream()
                .filter(event -> event.data() instanceof ChargerBooted)
                .toList();
        return rows.run(BOOT, Newest.of(boots, EventRecord::chargerId));
    }
}
