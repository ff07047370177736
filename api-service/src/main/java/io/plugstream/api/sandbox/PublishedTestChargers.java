package io.plugstream.api.sandbox;

import io.plugstream.api.outbox.PublishedTable;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxCharger;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Publishes test chargers to the sandbox; none while it is disabled. */
@Component
final class PublishedTestChargers implements PublishedTable<ChargerId, SandboxCharger> {

    private final SandboxProperties properties;

    PublishedTestChargers(SandboxProperties properties) {
        this.properties = properties;
    }

    @Override
    public Topic<ChargerId, SandboxCharger> topic() {
        return Topics.SANDBOX_CHARGERS;
    }

    @Override
    public Mono<Map<ChargerId, SandboxCharger>> valuesOf(Collection<ChargerId> keys, DatabaseClient database) {
        if (!properties.enabled()) {
            return Mono.just(Map.of());
        }
        return database.sql(TestChargerRow.SELECT
                        + " JOIN unnest($1::text[], $2::text[]) AS wanted (organisation_id, charge_box_id)"
                        + " USING (organisation_id, charge_box_id)")
                .bind("$1", keys.stream().map(ChargerId::organisationId).toArray(String[]::new))
                .bind("$2", keys.stream().map(ChargerId::chargeBoxId).toArray(String[]::new))
                .map(TestChargerRow::published)
                .all()
                .collectMap(PublishedTestChargers::id);
    }

    @Override
    public Mono<List<Map.Entry<ChargerId, SandboxCharger>>> page(
            @Nullable ChargerId after, int limit, DatabaseClient database) {
        if (!properties.enabled()) {
            return Mono.just(List.of());
        }
        return database.sql(TestChargerRow.SELECT + """
                         WHERE (c.organisation_id, c.charge_box_id) > (:organisation, :chargeBoxId)
                        ORDER BY c.organisation_id, c.charge_box_id LIMIT :limit""")
                .bind("organisation", after == null ? "" : after.organisationId())
                .bind("chargeBoxId", after == null ? "" : after.chargeBoxId())
                .bind("limit", limit)
                .map(TestChargerRow::published)
                .all()
                .map(charger -> Map.entry(id(charger), charger))
                .collectList();
    }

    private static ChargerId id(SandboxCharger charger) {
        return new ChargerId(charger.organisationId(), charger.chargeBoxId());
    }
}
