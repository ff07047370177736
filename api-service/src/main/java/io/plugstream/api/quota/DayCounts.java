package io.plugstream.api.quota;

import io.plugstream.api.database.Columns;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.model.json.Json;
import io.plugstream.model.quota.DailyUsage;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Map;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** The daily counts of calls. A count only grows, so older records change nothing. */
@Component
class DayCounts {

    private final DatabaseClient database;

    DayCounts(DatabaseClient database) {
        this.database = database;
    }

    /** Stores counts, with at most one for each organisation and day. */
    Mono<Void> learn(Collection<DailyUsage> counts) {
        return database.sql("""
                        INSERT INTO daily_usage AS known (organisation_id, day, used)
                        SELECT "organisationId", day, used
                        FROM jsonb_to_recordset(:counts::jsonb) AS counted
                            ("organisationId" text, day date, used bigint)
                        ORDER BY 1, 2
                        ON CONFLICT (organisation_id, day) DO UPDATE SET used = excluded.used
                        WHERE excluded.used > known.used""")
                .bind("counts", Json.mapper().writeValueAsString(counts))
                .then();
    }

    Mono<Map<LocalDate, Long>> since(String organisationId, LocalDate first) {
        return database.sql("SELECT day, used FROM daily_usage WHERE organisation_id = :organisation AND day >= :first")
                .bind("organisation", organisationId)
                .bind("first", first)
                .map(row -> Map.entry(Columns.get(row, "day", LocalDate.class), Columns.get(row, "used", Long.class)))
                .all()
                .collectMap(Map.Entry::getKey, Map.Entry::getValue)
                .timeout(DatabaseTimeouts.REQUEST);
    }
}
