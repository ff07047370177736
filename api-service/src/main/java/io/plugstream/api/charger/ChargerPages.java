package io.plugstream.api.charger;

import io.plugstream.api.access.Caller;
import io.plugstream.api.database.Columns;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.PageRows;
import io.plugstream.api.database.Reads;
import io.plugstream.api.http.Cursor;
import io.plugstream.api.http.Page;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Reads registered chargers with the state from their events. */
@Component
class ChargerPages {

    /**
     * Picks the chargers first and then one state for each, whatever the planner expects of an unknown limit: the last page
     * of a large fleet reads no more rows than the first.
     */
    private static final String SELECT = """
            SELECT c.charge_box_id, c.name, c.created_at, s.online, s.last_seen, s.vendor, s.model, s.serial_number,
                   s.firmware_version, s.protocol%s
            FROM (SELECT * FROM chargers WHERE organisation_id = :organisation AND mode = :mode %s) c
                LEFT JOIN LATERAL (
                    SELECT * FROM charger_states s
                    WHERE s.organisation_id = c.organisation_id AND s.charge_box_id = c.charge_box_id LIMIT 1
                ) s ON true
            ORDER BY c.charge_box_id""";

    private static final String DEVIATIONS = """
            ,
                   (SELECT coalesce(json_agg(json_build_object('kind', d.kind, 'count', d.count, 'lastSeen', d.last_seen)
                               ORDER BY d.kind), '[]')
                    FROM charger_deviations d
                    WHERE d.organisation_id = c.organisation_id AND d.charge_box_id = c.charge_box_id
                   )::text AS deviations""";

    static final String PAGE = SELECT.formatted("", """
            AND charge_box_id > :after
                -- Ids sort by the collation "C", which knows no letters but those of ASCII.
                AND (:search = '' OR strpos(lower(charge_box_id COLLATE "default"), lower(:search)) > 0
                    OR strpos(lower(name), lower(:search)) > 0)
                AND (:status = '' OR (:status = 'online') = coalesce((
                    SELECT s.online FROM charger_states s
                    WHERE s.organisation_id = chargers.organisation_id AND s.charge_box_id = chargers.charge_box_id), false))
                ORDER BY charge_box_id LIMIT :most""");
    private static final String ONE = SELECT.formatted(DEVIATIONS, "AND charge_box_id = :id");

    private final DatabaseClient database;
    private final Reads reads;
    private final ConnectionUrls connectionUrls;

    ChargerPages(DatabaseClient database, Reads reads, ConnectionUrls connectionUrls) {
        this.database = database;
        this.reads = reads;
        this.connectionUrls = connectionUrls;
    }

    /** The caller's chargers that match, ordered by id. */
    Mono<Page<Charger>> list(Caller caller, ChargerQuery query) {
        Flux<Charger> rows = caller.bind(database.sql(PAGE))
                .bind("after", query.after())
                .bind("search", query.search())
                .bind("status", query.status())
                .bind("most", query.limit() + 1)
                .map(ChargerRow::listed)
                .all();
        return PageRows.collect(rows)
                .flatMap(chargers -> withConnectors(caller, chargers))
                .timeout(DatabaseTimeouts.REQUEST)
                .as(page -> reads.run(caller.organisationId(), page))
                .map(chargers ->
                        Page.of(chargers, query.limit(), last -> Cursor.of(ChargerQuery.LIST, last.chargeBoxId())));
    }

    /** Reads the connectors by a statement of their own: as JSON in the chargers' rows they cost several times more. */
    private Mono<List<Charger>> withConnectors(Caller caller, List<Charger> chargers) {
        if (chargers.isEmpty()) {
            return Mono.just(chargers);
        }
        Flux<StoredConnector> connectors = database.sql(StoredConnector.SELECT)
                .bind("organisation", caller.organisationId())
                .bind("ids", chargers.stream().map(Charger::chargeBoxId).toArray(String[]::new))
                .map(StoredConnector::of)
                .all();
        return PageRows.collect(connectors).map(all -> {
            Map<String, List<StoredConnector>> byCharger =
                    all.stream().collect(Collectors.groupingBy(StoredConnector::chargeBoxId));
            return chargers.stream()
                    .map(charger -> charger.with(byCharger.getOrDefault(charger.chargeBoxId(), List.of())))
                    .toList();
        });
    }

    /** Counts the caller's chargers by status. */
    Mono<ChargerSummary> summary(Caller caller) {
        return caller.bind(database.sql("""
                        SELECT count(*) AS total, count(*) FILTER (WHERE s.online) AS online
                        FROM chargers c LEFT JOIN charger_states s
                            ON s.organisation_id = c.organisation_id AND s.charge_box_id = c.charge_box_id
                        WHERE c.organisation_id = :organisation AND c.mode = :mode"""))
                .map(row -> {
                    long total = Columns.get(row, "total", Long.class);
                    long online = Columns.get(row, "online", Long.class);
                    return new ChargerSummary(total, online, total - online);
                })
                .one()
                .timeout(DatabaseTimeouts.REQUEST)
                .as(read -> reads.run(caller.organisationId(), read));
    }

    /** Empty if the caller has no such charger. */
    Mono<Charger> find(Caller caller, String chargeBoxId) {
        return caller.bind(database.sql(ONE))
                .bind("id", chargeBoxId)
                .map(row -> ChargerRow.whole(row, connectionUrls.of(caller, chargeBoxId)))
                .one()
                .flatMap(charger -> withConnectors(caller, List.of(charger)))
                .timeout(DatabaseTimeouts.REQUEST)
                .map(List::getFirst);
    }
}
