package io.plugstream.api.outbox;

import io.plugstream.model.topic.Topic;
import java.util.Collection;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Queues keys of compacted topics for publication, within the caller's transaction. */
@Component
public final class Outbox {

    private final DatabaseClient database;

    Outbox(DatabaseClient database) {
        this.database = database;
    }

    /** Queues {@code key}. Once the transaction has committed, the relay publishes the key's value in the database. */
    public <K> Mono<Void> enqueue(Topic<K, ?> topic, K key) {
        return database.sql("INSERT INTO outbox (topic, key) VALUES (:topic, :key)")
                .bind("topic", topic.name())
                .bind("key", TopicKeys.text(topic, key))
                .then();
    }

    /** Queues many keys with one statement. */
    public <K> Mono<Void> enqueue(Topic<K, ?> topic, Collection<K> keys) {
        return new OutboxRows(database)
                .add(
                        topic.name(),
                        keys.stream().map(key -> TopicKeys.text(topic, key)).toList());
    }
}
