package io.plugstream.api.outbox;

import io.plugstream.api.database.Columns;
import io.plugstream.model.charger.ChargerId;
import io.r2dbc.spi.Readable;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A published table with a record for each row of a table of chargers. */
public interface ChargerTable<V> extends PublishedTable<ChargerId, V> {

    /** The query of all rows, without conditions; the chargers' table has the alias {@code c}. */
    String select();

    V value(Readable row);

    @Override
    default Mono<Map<ChargerId, V>> valuesOf(Collection<ChargerId> keys, DatabaseClient database) {
        return entries(database.sql(select()
                                + " JOIN unnest(:organisations::text[], :chargeBoxIds::text[])"
                                + " AS wanted (organisation_id, charge_box_id) USING (organisation_id, charge_box_id)")
                        .bind(
                                "organisations",
                                keys.stream().map(ChargerId::organisationId).toArray(String[]::new))
                        .bind(
                                "chargeBoxIds",
                                keys.stream().map(ChargerId::chargeBoxId).toArray(String[]::new)))
                .collectMap(Map.Entry::getKey, Map.Entry::getValue);
    }

    @Override
    default Mono<List<Map.Entry<ChargerId, V>>> page(@Nullable ChargerId after, int limit, DatabaseClient database) {
        return entries(database.sql(select() + """
                         WHERE (c.organisation_id, c.charge_box_id) > (:organisation, :chargeBoxId)
                        ORDER BY c.organisation_id, c.charge_box_id LIMIT :limit""")
                        .bind("organisation", after == null ? "" : after.organisationId())
                        .bind("chargeBoxId", after == null ? "" : after.chargeBoxId())
                        .bind("limit", limit))
                .collectList();
    }

    private Flux<Map.Entry<ChargerId, V>> entries(DatabaseClient.GenericExecuteSpec query) {
        return query.map(row -> Map.entry(id(row), value(row))).all();
    }

    private static ChargerId id(Readable row) {
        return new ChargerId(
                Columns.get(row, "organisation_id", String.class), Columns.get(row, "charge_box_id", String.class));
    }
}
