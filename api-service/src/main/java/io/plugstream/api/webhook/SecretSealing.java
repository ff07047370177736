package io.plugstream.api.webhook;

import io.plugstream.api.database.Columns;
import io.plugstream.api.http.EarlyLifecycle;
import io.plugstream.api.outbox.Outbox;
import io.plugstream.base.secret.SecretCipher;
import io.plugstream.base.secret.SecretOwner;
import io.plugstream.base.secret.UnreadableSecretException;
import io.plugstream.model.topic.Topics;
import io.r2dbc.spi.Parameters;
import io.r2dbc.spi.R2dbcType;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Reseals secrets that were sealed with another key than the first of the configuration. Runs at the start, before the
 * relay compares the topic with the database. After a crash, the next start reseals the rest; replicas that start
 * together reseal each row once.
 */
@Component
final class SecretSealing implements EarlyLifecycle {

    private static final Logger log = LoggerFactory.getLogger(SecretSealing.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final UUID BEFORE_ALL = new UUID(0, 0);
    private static final int AT_ONCE = 100;

    /** Keeps the service starting while the database is slow or unavailable for a moment. */
    private static final Retry UNTIL_THE_DATABASE_ANSWERS =
            Retry.fixedDelay(20, Duration.ofSeconds(1)).filter(DataAccessException.class::isInstance);

    private final DatabaseClient database;
    private final TransactionalOperator transaction;
    private final Outbox outbox;
    private final SecretCipher cipher;
    private volatile boolean running;

    SecretSealing(DatabaseClient database, TransactionalOperator transaction, Outbox outbox, SecretCipher cipher) {
        this.database = database;
        this.transaction = transaction;
        this.outbox = outbox;
        this.cipher = cipher;
    }

    private record Secrets(
            UUID webhook,
            String organisationId,
            @Nullable String present,
            @Nullable String former) {

        @Override
        public String toString() {
            return "Secrets[" + webhook + ']';
        }
    }

    @Override
    public void start() {
        int resealed = 0;
        List<Secrets> page = page(BEFORE_ALL);
        while (!page.isEmpty()) {
            List<Secrets> outdated = page.stream()
                    .filter(secrets -> isOutdated(secrets.present()) || isOutdated(secrets.former()))
                    .toList();
            outdated.forEach(this::sealAnew);
            resealed += outdated.size();
            page = page(page.getLast().webhook());
        }
        if (resealed > 0) {
            log.info("Resealed the secrets of {} webhooks with the first of plugstream.secrets.keys", resealed);
        }
        running = true;
    }

    /** Some webhooks at a time, because all of them may need much memory. */
    private List<Secrets> page(UUID after) {
        return Objects.requireNonNull(database.sql("""
                                SELECT id, organisation_id, secret, former_secret FROM webhooks
                                WHERE secret IS NOT NULL AND id > :after ORDER BY id LIMIT :most""")
                .bind("after", after)
                .bind("most", AT_ONCE)
                .map(row -> new Secrets(
                        Columns.get(row, "id", UUID.class),
                        Columns.get(row, "organisation_id", String.class),
                        row.get("secret", String.class),
                        row.get("former_secret", String.class)))
                .all()
                .collectList()
                .retryWhen(UNTIL_THE_DATABASE_ANSWERS)
                .block(TIMEOUT));
    }

    private boolean isOutdated(@Nullable String stored) {
        return stored != null && !cipher.isCurrent(stored);
    }

    private void sealAnew(Secrets secrets) {
        try {
            SecretOwner owner =
                    new SecretOwner(secrets.organisationId(), secrets.webhook().toString());
            transaction
                    .transactional(replace(secrets, sealed(secrets.present(), owner), sealed(secrets.former(), owner)))
                    .retryWhen(UNTIL_THE_DATABASE_ANSWERS)
                    .block(TIMEOUT);
        } catch (UnreadableSecretException e) {
            // The stored secret is kept: it works again once its key is back in the configuration.
            log.error("Webhook {}: {}; its deliveries cannot be signed", secrets.webhook(), e.getMessage());
        }
    }

    private @Nullable String sealed(@Nullable String stored, SecretOwner owner) {
        return isOutdated(stored) ? cipher.seal(cipher.open(Objects.requireNonNull(stored), owner), owner) : stored;
    }

    /** Changes nothing if the secrets have changed since they were read: that change has already sealed them. */
    private Mono<Void> replace(Secrets old, @Nullable String present, @Nullable String former) {
        return database.sql("""
                        UPDATE webhooks SET secret = :present, former_secret = :former
                        WHERE id = :id AND secret IS NOT DISTINCT FROM :oldPresent
                            AND former_secret IS NOT DISTINCT FROM :oldFormer""")
                .bind("id", old.webhook())
                .bind("present", Parameters.in(R2dbcType.VARCHAR, present))
                .bind("former", Parameters.in(R2dbcType.VARCHAR, former))
                .bind("oldPresent", Parameters.in(R2dbcType.VARCHAR, old.present()))
                .bind("oldFormer", Parameters.in(R2dbcType.VARCHAR, old.former()))
                .fetch()
                .rowsUpdated()
                .filter(rows -> rows > 0)
                .flatMap(_ -> outbox.enqueue(Topics.WEBHOOK_REGISTRATIONS, old.organisationId()));
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
