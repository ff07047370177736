package io.plugstream.api.webhook;

import io.plugstream.api.access.Audit;
import io.plugstream.api.access.Caller;
import io.plugstream.api.database.Changes;
import io.plugstream.api.idempotency.KeptResponses;
import io.plugstream.api.outbox.Outbox;
import io.plugstream.api.secret.SecretSeal;
import io.plugstream.base.secret.SecretOwner;
import io.plugstream.model.topic.Topics;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Gives webhooks a new secret. The previous secret also signs for another day; an older one, or one that cannot be
 * opened, no longer signs. A secret that the webhook already has changes nothing.
 */
@Component
class SecretRotation {

    /** How long both secrets sign. */
    static final Duration OVERLAP = Duration.ofHours(24);

    private static final int SECRET_BYTES = 32;

    private final DatabaseClient database;
    private final Changes changes;
    private final Outbox outbox;
    private final SecretSeal seal;
    private final KeptResponses responses;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    SecretRotation(
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

    /**
     * Returns the new secret; empty if the caller has no such webhook.
     *
     * @param wanted null lets this service create the secret
     */
    Mono<String> rotate(Caller caller, UUID webhook, @Nullable String wanted) {
        String secret = wanted == null ? generate() : wanted;
        SecretOwner owner = WebhookSecrets.owner(caller.organisationId(), webhook);
        return seal.seal(secret, owner)
                .flatMap(stored -> changes.run(
                        caller.organisationId(),
                        present(caller, webhook)
                                .flatMap(present -> isOf(present, secret, owner)
                                        ? Mono.just(webhook)
                                        : replace(caller, webhook, stored, opens(present, owner)))
                                .flatMap(_ -> responses.keep(Map.of()).thenReturn(secret))));
    }

    private String generate() {
        byte[] key = new byte[SECRET_BYTES];
        random.nextBytes(key);
        return SecretRule.PREFIX + Base64.getEncoder().encodeToString(key);
    }

    private boolean isOf(Optional<String> stored, String secret, SecretOwner owner) {
        return stored.filter(each -> seal.isOf(each, secret, owner)).isPresent();
    }

    private boolean opens(Optional<String> stored, SecretOwner owner) {
        return stored.filter(each -> seal.opens(each, owner)).isPresent();
    }

    /** The stored secret, if the webhook has one. Locks the webhook. Empty if there is none. */
    private Mono<Optional<String>> present(Caller caller, UUID webhook) {
        return caller.bind(database.sql("""
                        SELECT secret FROM webhooks
                        WHERE id = :id AND organisation_id = :organisation AND mode = :mode FOR UPDATE"""))
                .bind("id", webhook)
                .map(row -> Optional.ofNullable(row.get("secret", String.class)))
                .one();
    }

    /** @param keeps whether the present secret signs on */
    private Mono<UUID> replace(Caller caller, UUID webhook, String sealedSecret, boolean keeps) {
        // Milliseconds as in the topic: otherwise table and topic would differ.
        Instant until = clock.instant().plus(OVERLAP).truncatedTo(ChronoUnit.MILLIS);
        return caller.bind(database.sql("""
                        UPDATE webhooks SET secret = :secret, former_secret = CASE WHEN :keeps THEN secret END,
                            former_secret_until = CASE WHEN :keeps THEN CAST(:until AS timestamptz) END
                        WHERE id = :id AND organisation_id = :organisation AND mode = :mode"""))
                .bind("secret", sealedSecret)
                .bind("keeps", keeps)
                .bind("until", until)
                .bind("id", webhook)
                .fetch()
                .rowsUpdated()
                .filter(rows -> rows > 0)
                .flatMap(_ -> outbox.enqueue(Topics.WEBHOOK_REGISTRATIONS, caller.organisationId())
                        .then(Audit.note(caller, "Webhook secret changed", webhook))
                        .thenReturn(webhook));
    }
}
