package io.plugstream.api.webhook;

import io.plugstream.api.database.Columns;
import io.plugstream.model.quota.Tier;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Serializes the changes that an organisation's limits apply to. */
@Component
class OrganisationLock {

    private final DatabaseClient database;

    OrganisationLock(DatabaseClient database) {
        this.database = database;
    }

    /** Locks the organisation until the caller's transaction ends; returns its tier, which cannot change meanwhile. */
    Mono<Tier> lock(String organisationId) {
        return database.sql("SELECT tier FROM organisations WHERE id = :id FOR NO KEY UPDATE")
                .bind("id", organisationId)
                .map(row -> Columns.constant(row, "tier", Tier.class))
                .one();
    }
}
