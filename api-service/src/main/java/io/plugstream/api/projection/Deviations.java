package io.plugstream.api.projection;

import io.plugstream.model.event.EventRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Counts by charger how often it violates rules of the protocol. An event carries its connection's counts so far. The
 * largest count of a connection is valid, and the counts of a charger's connections are added up.
 */
@Component
final class Deviations {

    private static final String NOTE = """
            INSERT INTO charger_deviations AS known (organisation_id, charge_box_id, kind, connection_id, in_connection,
                count, last_seen)
            SELECT "organisationId", "chargeBoxId", kind, "connectionId", count, count, "lastSeen"
            FROM jsonb_to_recordset(:rows::jsonb) AS deviation ("organisationId" text, "chargeBoxId" text, kind text,
                "connectionId" uuid, count bigint, "lastSeen" timestamptz)
            JOIN charger_states charger ON charger.organisation_id = "organisationId"
                AND charger.charge_box_id = "chargeBoxId"
            WHERE charger.forgotten_through IS NULL OR "connectionId" > charger.forgotten_through
            ORDER BY 1, 2, 3
            ON CONFLICT (organisation_id, charge_box_id, kind) DO UPDATE SET
                count = known.count + excluded.in_connection
                    - CASE WHEN excluded.connection_id = known.connection_id THEN known.in_connection ELSE 0 END,
                connection_id = excluded.connection_id, in_connection = excluded.in_connection,
                last_seen = greatest(known.last_seen, excluded.last_seen)
            WHERE (excluded.connection_id, excluded.in_connection) > (known.connection_id, known.in_connection)""";

    private final JsonRows rows;

    Deviations(JsonRows rows) {
        this.rows = rows;
    }

    /** Must run after the chargers' rows are locked. */
    Mono<Void> note(List<EventRecord> events) {
        return Flux.fromIterable(rounds(events))
                .concatMap(round -> rows.run(NOTE, round))
                .then();
    }

    /** One round for each connection of a charger, because a statement may change a row only once. */
    private static List<List<Row>> rounds(List<EventRecord> events) {
        List<List<Row>> rounds = new ArrayList<>();
        Map<Key, Integer> connections = new HashMap<>();
        for (Row row : greatest(events)) {
            int round = connections.merge(row.key(), 1, Integer::sum);
            if (round > rounds.size()) {
                rounds.add(new ArrayList<>());
            }
            rounds.get(round - 1).add(row);
        }
        return rounds;
    }

    /** The largest count of each kind and connection, older connections first. */
    private static List<Row> greatest(List<EventRecord> events) {
        Map<List<Object>, Row> rows = new HashMap<>();
        for (EventRecord event : events) {
            event.deviations().forEach((kind, count) -> {
                Row row = Row.of(event, kind, count);
                rows.merge(
                        List.of(row.key(), row.connectionId()),
                        row,
                        (one, other) -> one.count() >= other.count() ? one : other);
            });
        }
        return rows.values().stream()
                .sorted(Comparator.comparing(Row::connectionId, Newest.CONNECTIONS))
                .toList();
    }

    private record Key(String organisationId, String chargeBoxId, String kind) {}

    private record Row(
            String organisationId, String chargeBoxId, String kind, UUID connectionId, long count, Instant lastSeen) {

        static Row of(EventRecord event, String kind, long count) {
            return new Row(
                    event.organisationId(), event.chargeBoxId(), kind, event.connectionId(), count, event.receivedAt());
        }

        Key key() {
            return new Key(organisationId, chargeBoxId, kind);
        }
    }
}
