package io.plugstream.api.webhook;

import io.plugstream.api.database.Columns;
import io.plugstream.api.outbox.Outbox;
import io.plugstream.api.secret.SealedTable;
import io.plugstream.base.secret.SecretOwner;
import io.plugstream.model.topic.Topics;
import io.r2dbc.spi.Parameters;
import io.r2dbc.spi.R2dbcType;
import io.r2dbc.spi.Readable;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The stored secrets of webhooks: the present one, and the former one if it still signs. An expired one is deleted when
 * the present one is sealed again; its key may be gone.
 */
@Component
final class WebhookSecrets implements SealedTable<UUID> {

    private static final UUID BEFORE_ALL = new UUID(0, 0);
    private static final String FORMER = "CASE WHEN former_secret_until > now() THEN former_secret END";

    private final DatabaseClient database;
    private final Outbox outbox;

    WebhookSecrets(DatabaseClient database, Outbox outbox) {
        this.database = database;
        this.outbox = outbox;
    }

    static SecretOwner owner(String organisationId, UUID webhook) {
        return new SecretOwner(organisationId, webhook.toString());
    }

    @Override
    public String name() {
        return "webhooks";
    }

    @Override
    public Flux<Row<UUID>> page(@Nullable UUID after, int limit) {
        return database.sql("""
                        SELECT id, organisation_id, secret, %s AS former_secret FROM webhooks
                        WHERE secret IS NOT NULL AND id > :after ORDER BY id LIMIT :limit""".formatted(FORMER))
                .bind("after", after == null ? BEFORE_ALL : after)
                .bind("limit", limit)
                .map(WebhookSecrets::row)
                .all();
    }

    private static Row<UUID> row(Readable row) {
        UUID id = Columns.get(row, "id", UUID.class);
        return new Row<>(
                id,
                owner(Columns.get(row, "organisation_id", String.class), id),
                Stream.of("secret", "former_secret")
                        .map(column -> row.get(column, String.class))
                        .filter(Objects::nonNull)
                        .toList());
    }

    @Override
    public Mono<Void> replace(Row<UUID> old, List<String> secrets) {
        return database.sql("""
                        UPDATE webhooks SET secret = :present, former_secret = :former,
                            former_secret_until = CASE WHEN :former IS NOT NULL THEN former_secret_until END
                        WHERE id = :id AND secret = :oldPresent
                            AND %s IS NOT DISTINCT FROM :oldFormer""".formatted(FORMER))
                .bind("id", old.key())
                .bind("present", secrets.getFirst())
                .bind("former", former(secrets))
                .bind("oldPresent", old.secrets().getFirst())
                .bind("oldFormer", former(old.secrets()))
                .fetch()
                .rowsUpdated()
                .filter(rows -> rows > 0)
                .flatMap(_ ->
                        outbox.enqueue(Topics.WEBHOOK_REGISTRATIONS, old.owner().organisationId()));
    }

    private static Object former(List<String> secrets) {
        return Parameters.in(R2dbcType.VARCHAR, secrets.size() > 1 ? secrets.getLast() : null);
    }
}
