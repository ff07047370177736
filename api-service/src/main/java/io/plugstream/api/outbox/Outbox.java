package io.plugstream.api.outbox;

import io.plugstream.model.topic.Topic;
import java.util.Collection;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Takes note, within the caller's transaction, that a key of a compacted topic is to be published anew. */
@Component
public final class Outbox {

    private final DatabaseClient database;

    Outbox(DatabaseClient database) {
        this.database = database;
    }

    /** Has {@code key} published with the value that the database gives it once the transaction has committed. */
    public <K> Mono<Void> enqueue(Topic<K, ?> topic, K key) {
        return database.sql("INSERT INTO outbox (topic, key) VALUES ($1, $2)")
                .bind("$1", topic.name())
                .bind("$2", TopicKeys.text(topic, key))
                .then();
    }

    /** The same for many keys at once. */
    public <K> Mono<Void> enqueue(Topic<K, ?> topic, Collection<K> keys) {
        return new OutboxRows(database)
                .add(
                        topic.name(),
                        keys.stream().map(key -> TopicKeys.text(topic, key)).toList());
    }
}
