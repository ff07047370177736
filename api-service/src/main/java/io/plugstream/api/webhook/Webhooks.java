package io.plugstream.api.webhook;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import io.plugstream.api.access.Audit;
import io.plugstream.api.access.Caller;
import io.plugstream.api.access.PermissionFilter;
import io.plugstream.api.database.Changes;
import io.plugstream.api.database.Columns;
import io.plugstream.api.database.DatabaseTimeouts;
import io.plugstream.api.database.PageRows;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemType;
import io.plugstream.api.idempotency.KeptResponses;
import io.plugstream.api.organisation.TierChangeListener;
import io.plugstream.api.outbox.Outbox;
import io.plugstream.api.secret.SecretSeal;
import io.plugstream.model.event.EventType;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.WebhookRegistration;
import io.r2dbc.spi.Parameters;
import io.r2dbc.spi.R2dbcType;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** The webhooks of organisations. Each change queues its publication in the same transaction. */
@Component
class Webhooks implements TierChangeListener {

    private static final String COLUMNS = "id, url, events, active, created_at, secret IS NOT NULL AS has_secret,"
            + " CASE WHEN former_secret_until > now() THEN former_secret_until END AS former_secret_ends";

    private static final String ONE = " WHERE id = :id AND organisation_id = :organisation AND mode = :mode";

    private final DatabaseClient database;
    private final Changes changes;
    private final Outbox outbox;
    private final SecretSeal seal;
    private final KeptResponses responses;
    private final Clock clock;
    private final TimeBasedEpochGenerator ids = Generators.timeBasedEpochGenerator();

    Webhooks(
            DatabaseClient database,
            Changes changes,
            Outbox outbox,
            SecretSeal seal,
            KeptResponses responses,
            Clock clock) {
        this.database = database;
        this.changes = changes;
        this.outbox = outbox;
        this.seal = seal;
        this.responses = responses;
        this.clock = clock;
    }

    /** Fails with limit-reached if the caller's mode already has {@value Tier#MOST_WEBHOOKS}. */
    Mono<Webhook> register(Caller caller, NewWebhook wanted) {
        Webhook webhook = new Webhook(
                ids.generate(),
                wanted.url(),
                wanted.events(),
                true,
                clock.instant().truncatedTo(ChronoUnit.MILLIS),
                wanted.secret() != null,
                null);
        String secret = wanted.secret();
        return secret == null
                ? register(caller, webhook, null)
                : seal.seal(secret, WebhookSecrets.owner(caller.organisationId(), webhook.id()))
                        .flatMap(stored -> register(caller, webhook, stored));
    }

    private Mono<Webhook> register(Caller caller, Webhook webhook, @Nullable String sealedSecret) {
        return lockedTier(caller.organisationId())
                .filter(tier -> tier.webhooks())
                .switchIfEmpty(Mono.error(PermissionFilter::tierWithoutWebhooks))
                .then(Mono.defer(() -> count(caller)))
                .filter(count -> count < Tier.MOST_WEBHOOKS)
                .switchIfEmpty(Mono.error(Webhooks::limitReached))
                .then(Mono.defer(() -> insert(caller, webhook, sealedSecret)))
                .then(Mono.defer(() -> publish(caller.organisationId())))
                .then(Mono.defer(() -> responses.keepCreated(webhook.location(), webhook)))
                .then(Audit.note(caller, "Webhook created", webhook.id()))
                .thenReturn(webhook)
                .as(work -> changes.run(caller.organisationId(), work));
    }

    /** All webhooks of the caller's mode, oldest first. */
    Mono<List<Webhook>> list(Caller caller) {
        return caller.bind(database.sql("SELECT " + COLUMNS + " FROM webhooks"
                        + " WHERE organisation_id = :organisation AND mode = :mode ORDER BY created_at, id"))
                .map(WebhookRow::webhook)
                .all()
                .as(PageRows::collect);
    }

    /** Empty if the caller has no such webhook. */
    Mono<Webhook> find(Caller caller, UUID id) {
        return one("SELECT " + COLUMNS + " FROM webhooks" + ONE, caller, id)
                .map(WebhookRow::webhook)
                .one()
                .timeout(DatabaseTimeouts.REQUEST);
    }

    /** The webhook as it is published to the dispatcher; empty if the caller has no such webhook. */
    Mono<WebhookRegistration> registration(Caller caller, UUID id) {
        return one(PublishedWebhooks.COLUMNS + " FROM webhooks w" + ONE, caller, id)
                .map(WebhookRow::registration)
                .one()
                .timeout(DatabaseTimeouts.REQUEST);
    }

    /** Empty if the caller has no such webhook. */
    Mono<Webhook> change(Caller caller, UUID id, WebhookChange change) {
        List<EventType> events = change.events();
        return one("""
                        UPDATE webhooks SET url = coalesce(:url, url), events = coalesce(:events, events),
                            active = coalesce(:active, active)""" + ONE + " RETURNING " + COLUMNS, caller, id)
                .bind("url", Parameters.in(R2dbcType.VARCHAR, change.url()))
                .bind("events", events == null ? Parameters.in(String[].class) : names(events))
                .bind("active", Parameters.in(R2dbcType.BOOLEAN, change.active()))
                .map(WebhookRow::webhook)
                .one()
                .flatMap(webhook -> publish(caller.organisationId())
                        .then(Audit.note(caller, "Webhook changed", id))
                        .thenReturn(webhook))
                .as(work -> changes.run(caller.organisationId(), work));
    }

    /** Empty if the caller has no such webhook. */
    Mono<UUID> delete(Caller caller, UUID id) {
        return one("DELETE FROM webhooks" + ONE, caller, id)
                .fetch()
                .rowsUpdated()
                .filter(rows -> rows > 0)
                .flatMap(_ -> publish(caller.organisationId())
                        .then(Audit.note(caller, "Webhook deleted", id))
                        .thenReturn(id))
                .as(work -> changes.run(caller.organisationId(), work));
    }

    private DatabaseClient.GenericExecuteSpec one(String sql, Caller caller, UUID id) {
        return caller.bind(database.sql(sql)).bind("id", id);
    }

    /** The organisation's tier. Until the transaction ends, it cannot change and nobody else can register webhooks. */
    private Mono<Tier> lockedTier(String organisationId) {
        return database.sql("SELECT tier FROM organisations WHERE id = :id FOR NO KEY UPDATE")
                .bind("id", organisationId)
                .map(row -> Columns.constant(row, "tier", Tier.class))
                .one();
    }

    private Mono<Long> count(Caller caller) {
        return caller.bind(database.sql("SELECT count(*) AS webhooks FROM webhooks"
                        + " WHERE organisation_id = :organisation AND mode = :mode"))
                .map(row -> Columns.get(row, "webhooks", Long.class))
                .one();
    }

    private Mono<Void> insert(Caller caller, Webhook webhook, @Nullable String sealedSecret) {
        return caller.bind(database.sql(
                        "INSERT INTO webhooks (id, organisation_id, mode, url, events, active, created_at, secret)"
                                + " VALUES (:id, :organisation, :mode, :url, :events, :active, :createdAt, :secret)"))
                .bind("id", webhook.id())
                .bind("url", webhook.url())
                .bind("events", names(webhook.events()))
                .bind("active", webhook.active())
                .bind("createdAt", webhook.createdAt())
                .bind("secret", Parameters.in(R2dbcType.VARCHAR, sealedSecret))
                .then();
    }

    /** A tier without webhooks suspends them. */
    @Override
    public Mono<Void> tierChanged(String organisationId) {
        return publish(organisationId);
    }

    private Mono<Void> publish(String organisationId) {
        return outbox.enqueue(Topics.WEBHOOK_REGISTRATIONS, organisationId);
    }

    private static String[] names(List<EventType> events) {
        return events.stream().map(EventType::wireName).toArray(String[]::new);
    }

    private static RuntimeException limitReached() {
        return Problem.of(
                        ProblemType.LIMIT_REACHED,
                        "An organisation may have at most " + Tier.MOST_WEBHOOKS + " webhooks in each mode.")
                .exception();
    }
}
