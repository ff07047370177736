package io.plugstream.api.outbox;

import io.plugstream.api.database.Columns;
import java.util.Collection;
import java.util.List;
import org.springframework.r2dbc.core.DatabaseClient;
import reactor.core.publisher.Mono;

/** The relay's access to the outbox table. */
final class OutboxRows {

    private final DatabaseClient database;

    OutboxRows(DatabaseClient database) {
        this.database = database;
    }

    /** The first rows with ids greater than {@code after}. */
    Mono<List<OutboxRow>> first(int limit, Collection<String> topics, long after) {
        return database.sql("SELECT id, topic, key FROM outbox WHERE topic = ANY (:topics) AND id > :after"
                        + " ORDER BY id LIMIT :limit")
                .bind("topics", topics.toArray(String[]::new))
                .bind("after", after)
                .bind("limit", limit)
                .map(row -> new OutboxRow(
                        Columns.get(row, "id", Long.class),
                        Columns.get(row, "topic", String.class),
                        Columns.get(row, "key", String.class)))
                .all()
                .collectList();
    }

    /** Removes exactly {@code rows}: rows with smaller ids may commit after them. */
    Mono<Void> delete(List<OutboxRow> rows) {
        return database.sql("DELETE FROM outbox WHERE id = ANY (:ids)")
                .bind("ids", rows.stream().map(OutboxRow::id).toArray(Long[]::new))
                .then();
    }

    Mono<Void> add(String topic, Collection<String> keys) {
        return database.sql("INSERT INTO outbox (topic, key) SELECT :topic, unnest(:keys::text[])")
                .bind("topic", topic)
                .bind("keys", keys.toArray(String[]::new))
                .then();
    }

    Mono<Long> count() {
        return database.sql("SELECT count(*) AS pending FROM outbox")
                .map(row -> Columns.get(row, "pending", Long.class))
                .one();
    }
}
