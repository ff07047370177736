package io.plugstream.api.outbox;

import io.plugstream.api.database.Columns;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.http.EarlyLifecycle;
import io.plugstream.base.StartRefusedException;
import io.plugstream.base.kafka.KafkaClients;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;

/**
 * Refuses to start on a database without organisations while a topic has registrations: it is probably the wrong
 * database, and the relay would withdraw all of them (ADR 114).
 */
@Component
final class EmptyDatabaseCheck implements EarlyLifecycle {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final DatabaseClient database;
    private final KafkaClients clients;
    private final List<PublishedTable<?, ?>> tables;
    private final OutboxProperties properties;
    private volatile boolean running;

    EmptyDatabaseCheck(
            DatabaseClient database,
            KafkaClients clients,
            List<PublishedTable<?, ?>> tables,
            OutboxProperties properties) {
        this.database = database;
        this.clients = clients;
        this.tables = List.copyOf(tables);
        this.properties = properties;
    }

    @Override
    public void start() {
        if (!properties.withdrawAll() && isDatabaseEmpty()) {
            tables.forEach(this::refuseRegistrations);
        }
        running = true;
    }

    private boolean isDatabaseEmpty() {
        return Objects.requireNonNull(database.sql("SELECT NOT EXISTS (SELECT FROM organisations) AS is_empty")
                .map(row -> Columns.get(row, "is_empty", Boolean.class))
                .one()
                .retryWhen(DatabaseTimeouts.START_RETRY)
                .block(TIMEOUT));
    }

    private void refuseRegistrations(PublishedTable<?, ?> table) {
        int registrations = registrations(table);
        if (registrations > 0) {
            throw new StartRefusedException("The database has no organisation, but the topic %s has %d records, which"
                            .formatted(table.topic().name(), registrations)
                    + " this start would withdraw: chargers would be disconnected and webhooks would end."
                    + " Check spring.r2dbc.url, or restore the database."
                    + " plugstream.outbox.withdraw-all=true starts nevertheless");
        }
    }

    private int registrations(PublishedTable<?, ?> table) {
        try (TopicContent<?, ?> content = TopicContent.open(table.topic(), clients)) {
            boolean isAtEnd = false;
            while (!isAtEnd) {
                isAtEnd = content.readOn();
            }
            return content.known().size();
        }
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
