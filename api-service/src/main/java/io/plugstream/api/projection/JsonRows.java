package io.plugstream.api.projection;

import io.plugstream.model.json.Json;
import java.util.Collection;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Runs a statement with many rows, passed as one JSON parameter, {@code :rows}, for {@code jsonb_to_recordset}. */
@Component
final class JsonRows {

    private final DatabaseClient database;

    JsonRows(DatabaseClient database) {
        this.database = database;
    }

    Mono<Void> run(String sql, Collection<?> rows) {
        return Mono.defer(() -> rows.isEmpty()
                ? Mono.empty()
                : database.sql(sql)
                        .bind("rows", Json.mapper().writeValueAsString(rows))
                        .then());
    }
}
