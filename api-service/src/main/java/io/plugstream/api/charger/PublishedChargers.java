package io.plugstream.api.charger;

import io.plugstream.api.database.Columns;
import io.plugstream.api.outbox.ChargerTable;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.charger.ChargerRegistration.NextPassword;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.r2dbc.spi.Readable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The charger registrations published to gateways, with the hash of each password. */
@Component
final class PublishedChargers implements ChargerTable<ChargerRegistration> {

    @Override
    public Topic<ChargerId, ChargerRegistration> topic() {
        return Topics.CHARGER_REGISTRATIONS;
    }

    @Override
    public String select() {
        return """
                SELECT c.organisation_id, c.charge_box_id, c.mode, c.password_hash, c.created_at,
                    c.next_password_command, c.next_password_hash
                FROM chargers c""";
    }

    @Override
    public ChargerRegistration value(Readable row) {
        return new ChargerRegistration(
                Columns.get(row, "organisation_id", String.class),
                Columns.get(row, "charge_box_id", String.class),
                Columns.constant(row, "mode", Mode.class),
                Columns.get(row, "password_hash", String.class),
                Columns.get(row, "created_at", Instant.class).truncatedTo(ChronoUnit.MILLIS),
                next(row));
    }

    private static @Nullable NextPassword next(Readable row) {
        UUID command = row.get("next_password_command", UUID.class);
        return command == null ? null : new NextPassword(command, Columns.get(row, "next_password_hash", String.class));
    }
}
