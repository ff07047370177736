package io.plugstream.api.organisation;

import io.plugstream.api.database.Columns;
import io.plugstream.model.quota.Tier;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Makes changes that a limit of an organisation governs wait for each other. */
@Component
public class OrganisationLock {

    private final DatabaseClient database;

    OrganisationLock(DatabaseClient database) {
        this.database = database;
    }

    /** Holds the organisation until the caller's transaction ends; answers the tier, which cannot change meanwhile. */
    public Mono<Tier> lock(String organisationId) {
        return database.sql("SELECT tier FROM organisations WHERE id = $1 FOR NO KEY UPDATE")
                .bind("$1", organisationId)
                .map(row -> Columns.get(row, "tier", String.class))
                .one()
                .map(name -> Tier.named(name).orElseThrow());
    }
}
