package io.plugstream.api.projection;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.event.ChargerDisconnected;
import io.plugstream.model.event.EventRecord;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Stores whether a charger is online, and when it was last seen. An event of a newer connection means online; a
 * disconnection ends only its own connection. Runs first in each batch and locks the chargers' rows in a fixed order,
 * so a concurrent deletion is either complete or waits.
 */
@Component
final class SeenChargers {

    private static final String SEE = """
            INSERT INTO charger_states AS known
                (organisation_id, charge_box_id, connection_id, online, protocol, last_seen)
            SELECT "organisationId", "chargeBoxId", "connectionId", open, protocol, "lastSeen"
            FROM jsonb_to_recordset(:rows::jsonb) AS seen ("organisationId" text, "chargeBoxId" text,
                "connectionId" uuid, open boolean, protocol text, "lastSeen" timestamptz)
            ORDER BY 1, 2
            ON CONFLICT (organisation_id, charge_box_id) DO UPDATE SET
                connection_id = excluded.connection_id,
                online = excluded.online AND (known.online OR known.connection_id IS DISTINCT FROM excluded.connection_id),
                protocol = coalesce(excluded.protocol, known.protocol),
                last_seen = greatest(known.last_seen, excluded.last_seen)
            WHERE (known.connection_id IS NULL OR excluded.connection_id >= known.connection_id)
                AND (known.forgotten_through IS NULL OR excluded.connection_id > known.forgotten_through)""";

    private final JsonRows rows;
    private final Deviations deviations;

    SeenChargers(JsonRows rows, Deviations deviations) {
        this.rows = rows;
        this.deviations = deviations;
    }

    Mono<Void> see(List<EventRecord> events) {
        return Mono.defer(() -> rows.run(SEE, sightings(events))).then(deviations.note(events));
    }

    private static List<Sighting> sightings(List<EventRecord> events) {
        return events.stream().collect(Collectors.groupingBy(EventRecord::chargerId)).entrySet().stream()
                .map(charger -> sighting(charger.getKey(), charger.getValue()))
                .toList();
    }

    private static Sighting sighting(ChargerId charger, Collection<EventRecord> events) {
        UUID newest = events.stream()
                .map(EventRecord::connectionId)
                .max(Newest.CONNECTIONS)
                .orElseThrow();
        List<EventRecord> current = events.stream()
                .filter(event -> event.connectionId().equals(newest))
                .toList();
        return new Sighting(
                charger.organisationId(),
                charger.chargeBoxId(),
                newest,
                current.stream().noneMatch(event -> event.data() instanceof ChargerDisconnected),
                current.getFirst().protocol(),
                current.stream()
                        .map(EventRecord::receivedAt)
                        .max(Instant::compareTo)
                        .orElseThrow());
    }

    private record Sighting(
            String organisationId,
            String chargeBoxId,
            UUID connectionId,
            boolean open,
            @Nullable String protocol,
            Instant lastSeen) {}
}
