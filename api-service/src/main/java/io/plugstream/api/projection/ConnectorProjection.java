package io.plugstream.api.projection;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ConnectorStates;
import io.plugstream.model.event.ConnectorStatusChanged;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.StationFacts;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Keeps the last reported status of each connector, of at most {@value ConnectorStates#MOST} of a charger. */
@Component
final class ConnectorProjection implements BatchProjection<EventRecord> {

    private static final String STATUS = """
            INSERT INTO connector_states AS known (organisation_id, charge_box_id, connector_id, connection_id,
                sequence, status, error_code, plugs, updated_at)
            SELECT "organisationId", "chargeBoxId", "connectorId", "connectionId", change.sequence, change.status,
                "errorCode", change.plugs, "updatedAt"
            FROM (
                SELECT change.*, former.connector_id IS NOT NULL AS "isKnown",
                    count(*) FILTER (WHERE former.connector_id IS NULL)
                        OVER (PARTITION BY "organisationId", "chargeBoxId" ORDER BY "connectorId") AS "newOnes"
                FROM jsonb_to_recordset(:rows::jsonb) AS change ("organisationId" text, "chargeBoxId" text,
                    "connectorId" integer, "connectionId" uuid, sequence bigint, status text, "errorCode" text,
                    plugs jsonb, "updatedAt" timestamptz)
                LEFT JOIN connector_states former ON former.organisation_id = "organisationId"
                    AND former.charge_box_id = "chargeBoxId" AND former.connector_id = "connectorId") change
            JOIN charger_states charger ON charger.organisation_id = "organisationId"
                AND charger.charge_box_id = "chargeBoxId"
            WHERE (charger.forgotten_through IS NULL OR "connectionId" > charger.forgotten_through)
                AND ("isKnown" OR "newOnes" + (
                    SELECT count(*) FROM connector_states other WHERE other.organisation_id = "organisationId"
                        AND other.charge_box_id = "chargeBoxId") <= %d)
            ORDER BY 1, 2, 3
            ON CONFLICT (organisation_id, charge_box_id, connector_id) DO UPDATE SET
                connection_id = excluded.connection_id, sequence = excluded.sequence, status = excluded.status,
                error_code = excluded.error_code, updated_at = excluded.updated_at,
                -- A connector with an unchanged status keeps its time.
                plugs = (SELECT jsonb_agg(coalesce(
                            (SELECT former FROM jsonb_array_elements(known.plugs) former
                             WHERE former -> 'connectorId' = plug -> 'connectorId'
                                AND former -> 'status' = plug -> 'status'),
                            plug))
                         FROM jsonb_array_elements(excluded.plugs) plug)
            WHERE (excluded.connection_id, excluded.sequence) > (known.connection_id, known.sequence)""".formatted(ConnectorStates.MOST);

    private final JsonRows rows;

    ConnectorProjection(JsonRows rows) {
        this.rows = rows;
    }

    @Override
    public Mono<Void> apply(List<EventRecord> events) {
        List<EventRecord> changes = events.stream()
                .filter(event -> event.data() instanceof ConnectorStatusChanged)
                .toList();
        return rows.run(
                STATUS,
                Newest.of(changes, ConnectorKey::of).stream().map(Change::of).toList());
    }

    private record ConnectorKey(ChargerId charger, int connectorId) {

        static ConnectorKey of(EventRecord event) {
            return new ConnectorKey(event.chargerId(), ((ConnectorStatusChanged) event.data()).connectorId());
        }
    }

    private record PlugState(int connectorId, String status, Instant updatedAt) {}

    private record Change(
            String organisationId,
            String chargeBoxId,
            int connectorId,
            UUID connectionId,
            long sequence,
            String status,
            String errorCode,
            @Nullable List<PlugState> plugs,
            Instant updatedAt) {

        /** Null where the charger has one connector each. */
        private static @Nullable List<PlugState> plugs(EventRecord event) {
            StationFacts station = event.station();
            return station == null || station.plugs().isEmpty()
                    ? null
                    : station.plugs().stream()
                            .map(plug -> new PlugState(plug.connectorId(), plug.status(), event.timestamp()))
                            .toList();
        }

        static Change of(EventRecord event) {
            ConnectorStatusChanged change = (ConnectorStatusChanged) event.data();
            return new Change(
                    event.organisationId(),
                    event.chargeBoxId(),
                    change.connectorId(),
                    event.connectionId(),
                    event.sequence(),
                    change.status(),
                    change.errorCode(),
                    plugs(event),
                    event.timestamp());
        }
    }
}
