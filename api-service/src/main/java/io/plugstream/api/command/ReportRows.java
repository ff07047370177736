package io.plugstream.api.command;

import io.plugstream.api.access.Caller;
import io.plugstream.api.database.Columns;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.PageRows;
import io.plugstream.api.database.Reads;
import io.plugstream.api.http.Cursor;
import io.plugstream.api.http.Page;
import io.plugstream.api.http.TimestampRange;
import io.plugstream.model.command.ReportPart;
import io.plugstream.model.json.Json;
import io.r2dbc.spi.Parameters;
import io.r2dbc.spi.R2dbcType;
import io.r2dbc.spi.Readable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Stores the reports that stations send for commands, for a day. */
@Component
class ReportRows {

    static final Duration KEPT = Duration.ofHours(24);

    /** More than any station sends; further parts are dropped. */
    static final int MOST_PARTS = 5_000;

    static final int MOST_CHARACTERS = 8 * 1024 * 1024;

    /** Inserts one part at a time, because each may use up the limit for the next. Counts as one row if it did. */
    private static final String ADD = """
            WITH part AS (
                INSERT INTO command_report_parts (command_id, part_id, seq_no, last, received_at, items)
                SELECT command.id, :partId, :seqNo, :last, :receivedAt, :items
                FROM (SELECT id, report_parts, report_characters FROM commands
                      WHERE organisation_id = :organisation AND charge_box_id = :chargeBox AND number = :number
                          AND reports AND created_at > :oldest
                      ORDER BY created_at DESC LIMIT 1) command
                WHERE command.report_parts < :mostParts AND command.report_characters < :mostCharacters
                ON CONFLICT DO NOTHING RETURNING command_id, length(items) AS characters)
            UPDATE commands SET report_parts = report_parts + 1, report_characters = report_characters + characters
            FROM part WHERE id = command_id""";

    private static final String COMPLETE = """
            SELECT NOT may_have_been_executed(command.status, command.error)
                OR (SELECT coalesce(bool_or(last), false)
                        AND count(seq_no) > coalesce(max(seq_no) FILTER (WHERE last), -1)
                    FROM command_report_parts part WHERE part.command_id = command.id) AS complete
            FROM commands command
            WHERE id = :id AND organisation_id = :organisation AND mode = :mode AND reports AND created_at > :oldest""";

    /** Sorts the parts first, so that only the parts of the page are parsed. */
    private static final String ITEMS = """
            SELECT entry.item::text AS item, seq_no, received_at, part_id, entry.place AS place
            FROM (SELECT coalesce(seq_no, 0) AS seq_no, received_at, part_id, items
                  FROM command_report_parts WHERE command_id = :id%s ORDER BY 1, 2, 3) part
                CROSS JOIN LATERAL json_array_elements(items::json) WITH ORDINALITY AS entry (item, place)%s
            ORDER BY seq_no, received_at, part_id, place LIMIT :limit""";

    private static final String FIRST_PAGE = ITEMS.formatted("", "");

    private static final String LATER_PAGE = ITEMS.formatted(
            " AND (coalesce(seq_no, 0), received_at, part_id) >= (:afterSeqNo, :afterTime, :afterPart)",
            " WHERE (seq_no, received_at, part_id, place) > (:afterSeqNo, :afterTime, :afterPart, :afterPlace)");

    private final DatabaseClient database;
    private final Reads reads;
    private final Clock clock;

    ReportRows(DatabaseClient database, Reads reads, Clock clock) {
        this.database = database;
        this.reads = reads;
        this.clock = clock;
    }

    /** Stores a part; false if it is a duplicate, belongs to no command with a report, or exceeds the limits. */
    Mono<Boolean> add(ReportPart part) {
        return database.sql(ADD)
                .bind("organisation", part.organisationId())
                .bind("chargeBox", part.chargeBoxId())
                .bind("number", part.number())
                .bind("partId", part.partId())
                .bind("last", part.last())
                .bind("receivedAt", part.receivedAt())
                .bind("items", Json.mapper().writeValueAsString(part.items()))
                .bind("oldest", clock.instant().minus(KEPT))
                .bind("mostParts", MOST_PARTS)
                .bind("mostCharacters", MOST_CHARACTERS)
                .bind("seqNo", Parameters.in(R2dbcType.INTEGER, part.seqNo()))
                .fetch()
                .rowsUpdated()
                .map(rows -> rows > 0);
    }

    /** The name of a command's report in cursors. */
    static String list(String command) {
        return "report/" + command.toLowerCase(Locale.ROOT);
    }

    /** A page of the report; empty if the caller has no such command, or the command has no report. */
    Mono<Report> find(Caller caller, UUID id, int limit, @Nullable Place after) {
        return caller.bind(database.sql(COMPLETE))
                .bind("id", id)
                .bind("oldest", clock.instant().minus(KEPT))
                .map(row -> Boolean.TRUE.equals(row.get("complete", Boolean.class)))
                .one()
                .flatMap(complete -> items(id, limit, after)
                        .map(page -> new Report(
                                complete,
                                page.entries().stream().map(Item::json).toList(),
                                page.nextCursor())))
                .timeout(DatabaseTimeouts.REQUEST)
                .as(read -> reads.run(caller.organisationId(), read));
    }

    private Mono<Page<Item>> items(UUID id, int limit, @Nullable Place after) {
        DatabaseClient.GenericExecuteSpec select = database.sql(after == null ? FIRST_PAGE : LATER_PAGE)
                .bind("id", id)
                .bind("limit", limit + 1);
        return (after == null ? select : after.bind(select))
                .map(Item::of)
                .all()
                .as(PageRows::collect)
                .map(items -> Page.of(items, limit, last -> last.place().cursor(list(id.toString()))));
    }

    private record Item(JsonNode json, Place place) {

        static Item of(Readable row) {
            return new Item(
                    Json.mapper().readTree(Columns.get(row, "item", String.class)),
                    new Place(
                            Columns.get(row, "seq_no", Integer.class),
                            Columns.get(row, "received_at", Instant.class),
                            Columns.get(row, "part_id", UUID.class),
                            Columns.get(row, "place", Long.class)));
        }
    }

    /** An item's position: by its part's sequence number or time, then within the part. */
    record Place(int seqNo, Instant receivedAt, UUID partId, long place) {

        Cursor cursor(String list) {
            return Cursor.of(
                    list, Integer.toString(seqNo), receivedAt.toString(), partId.toString(), Long.toString(place));
        }

        static Optional<Place> of(Cursor cursor) {
            List<String> values = cursor.values();
            return values.size() == 4
                    ? Optional.of(new Place(
                            Integer.parseInt(values.get(0)),
                            TimestampRange.clamp(Instant.parse(values.get(1))),
                            UUID.fromString(values.get(2)),
                            Long.parseLong(values.get(3))))
                    : Optional.empty();
        }

        DatabaseClient.GenericExecuteSpec bind(DatabaseClient.GenericExecuteSpec select) {
            return select.bind("afterSeqNo", seqNo)
                    .bind("afterTime", receivedAt)
                    .bind("afterPart", partId)
                    .bind("afterPlace", place);
        }
    }
}
