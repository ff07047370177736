package io.plugstream.api.charger;

import io.plugstream.api.database.Columns;
import io.plugstream.api.outbox.PublishedTable;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import io.r2dbc.spi.Readable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** The charger registrations published to gateways, with the hash of each password. */
@Component
final class PublishedChargers implements PublishedTable<ChargerId, ChargerRegistration> {

    private static final String SELECT =
            "SELECT c.organisation_id, c.charge_box_id, c.mode, c.password_hash, c.created_at FROM chargers c";

    @Override
    public Topic<ChargerId, ChargerRegistration> topic() {
        return Topics.CHARGER_REGISTRATIONS;
    }

    @Override
    public Mono<Map<ChargerId, ChargerRegistration>> valuesOf(Collection<ChargerId> keys, DatabaseClient database) {
        return read(database.sql(SELECT
                        + " JOIN unnest($1::text[], $2::text[]) AS wanted (organisation_id, charge_box_id)"
                        + " USING (organisation_id, charge_box_id)")
                .bind("$1", keys.stream().map(ChargerId::organisationId).toArray(String[]::new))
                .bind("$2", keys.stream().map(ChargerId::chargeBoxId).toArray(String[]::new)));
    }

    @Override
    public Mono<List<Map.Entry<ChargerId, ChargerRegistration>>> page(
            @Nullable ChargerId after, int limit, DatabaseClient database) {
        return database.sql(SELECT + """
                         WHERE (c.organisation_id, c.charge_box_id) > (:organisation, :chargeBoxId)
                        ORDER BY c.organisation_id, c.charge_box_id LIMIT :limit""")
                .bind("organisation", after == null ? "" : after.organisationId())
                .bind("chargeBoxId", after == null ? "" : after.chargeBoxId())
                .bind("limit", limit)
                .map(PublishedChargers::registration)
                .all()
                .map(charger -> Map.entry(id(charger), charger))
                .collectList();
    }

    private static Mono<Map<ChargerId, ChargerRegistration>> read(DatabaseClient.GenericExecuteSpec sql) {
        return sql.map(PublishedChargers::registration).all().collectMap(PublishedChargers::id);
    }

    private static ChargerId id(ChargerRegistration charger) {
        return new ChargerId(charger.organisationId(), charger.chargeBoxId());
    }

    private static ChargerRegistration registration(Readable row) {
        return new ChargerRegistration(
                Columns.get(row, "organisation_id", String.class),
                Columns.get(row, "charge_box_id", String.class),
                Mode.valueOf(Columns.get(row, "mode", String.class).toUpperCase(Locale.ROOT)),
                Columns.get(row, "password_hash", String.class),
                Columns.get(row, "created_at", Instant.class).truncatedTo(ChronoUnit.MILLIS));
    }
}
