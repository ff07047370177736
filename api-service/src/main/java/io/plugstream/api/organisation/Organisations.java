package io.plugstream.api.organisation;

import io.plugstream.api.database.Changes;
import io.plugstream.api.database.Columns;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.Notifications;
import io.plugstream.api.database.PageRows;
import io.plugstream.api.database.TrustedCache;
import io.plugstream.api.http.Cursor;
import io.plugstream.api.http.Page;
import io.plugstream.model.quota.Tier;
import io.r2dbc.spi.Readable;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** All organisations. Every replica sees a change of name or tier within a second. */
@Component
public class Organisations {

    private static final String CHANNEL = "plugstream_organisations";

    private final DatabaseClient database;
    private final Changes changes;
    private final List<TierChangeListener> listeners;
    private final Clock clock;
    private final TrustedCache<String, Organisation> cache;

    Organisations(
            DatabaseClient database,
            Changes changes,
            ObjectProvider<TierChangeListener> listeners,
            Notifications notifications,
            Clock clock) {
        this.database = database;
        this.changes = changes;
        this.listeners = listeners.orderedStream().toList();
        this.clock = clock;
        this.cache = new TrustedCache<>(notifications, CHANNEL, 100_000, id -> id, this::readOrCreate);
    }

    /** The organisation of that id; created on the Free tier if it does not exist. */
    public Mono<Organisation> findOrCreate(String id) {
        return cache.get(id);
    }

    /** The organisations that match, sorted by id. */
    Mono<Page<Organisation>> list(OrganisationQuery query) {
        Tier tier = query.tier();
        return database.sql("""
                        SELECT id, name, tier FROM organisations
                        WHERE id > :after AND (:tier = '' OR tier = :tier)
                            AND (:search = '' OR strpos(lower(id), lower(:search)) > 0
                                OR strpos(lower(name), lower(:search)) > 0)
                        ORDER BY id LIMIT :most""")
                .bind("after", query.after())
                .bind("tier", tier == null ? "" : tier.wireName())
                .bind("search", query.search())
                .bind("most", query.limit() + 1)
                .map(Organisations::organisation)
                .all()
                .as(PageRows::collect)
                .map(found -> Page.of(found, query.limit(), last -> Cursor.of(OrganisationQuery.LIST, last.id())));
    }

    Mono<OrganisationSummary> summary() {
        return database.sql("SELECT tier, count(*) AS organisations FROM organisations GROUP BY tier")
                .map(row -> Map.entry(
                        Columns.constant(row, "tier", Tier.class), Columns.get(row, "organisations", Long.class)))
                .all()
                .collectMap(Map.Entry::getKey, Map.Entry::getValue)
                .timeout(DatabaseTimeouts.REQUEST)
                .map(OrganisationSummary::of);
    }

    /** Creates or changes an organisation. {@link TierChangeListener}s join the transaction if the tier changes. */
    Mono<Organisation> put(Organisation wanted) {
        return insert(wanted.id(), wanted.name(), Tier.FREE)
                .then(lock(wanted.id()))
                .flatMap(former -> update(wanted).then(tell(former, wanted)))
                .then(Notifications.send(database, CHANNEL, wanted.id()))
                .as(changes::run)
                .then(Mono.fromRunnable(() -> cache.drop(wanted.id())))
                .thenReturn(wanted);
    }

    private Mono<Organisation> readOrCreate(String id) {
        return read(id).switchIfEmpty(Mono.defer(() -> insert(id, id, Tier.FREE).then(read(id))))
                .timeout(DatabaseTimeouts.LOOKUP);
    }

    private Mono<Organisation> read(String id) {
        return database.sql("SELECT id, name, tier FROM organisations WHERE id = :id")
                .bind("id", id)
                .map(Organisations::organisation)
                .one();
    }

    private Mono<Organisation> lock(String id) {
        return database.sql("SELECT id, name, tier FROM organisations WHERE id = :id FOR UPDATE")
                .bind("id", id)
                .map(Organisations::organisation)
                .one();
    }

    private Mono<Void> insert(String id, String name, Tier tier) {
        return database.sql("INSERT INTO organisations (id, name, tier, created_at)"
                        + " VALUES (:id, :name, :tier, :createdAt) ON CONFLICT (id) DO NOTHING")
                .bind("id", id)
                .bind("name", name)
                .bind("tier", tier.wireName())
                .bind("createdAt", clock.instant().truncatedTo(ChronoUnit.MILLIS))
                .then();
    }

    private Mono<Void> update(Organisation wanted) {
        return database.sql("UPDATE organisations SET name = :name, tier = :tier WHERE id = :id")
                .bind("id", wanted.id())
                .bind("name", wanted.name())
                .bind("tier", wanted.tier().wireName())
                .then();
    }

    private Mono<Void> tell(Organisation former, Organisation now) {
        if (former.tier() == now.tier()) {
            return Mono.empty();
        }
        return Flux.fromIterable(listeners)
                .concatMap(listener -> listener.tierChanged(now.id()))
                .then();
    }

    private static Organisation organisation(Readable row) {
        return new Organisation(
                Columns.get(row, "id", String.class),
                Columns.get(row, "name", String.class),
                Columns.constant(row, "tier", Tier.class));
    }
}
