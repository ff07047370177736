package io.plugstream.api.webhook;

import io.plugstream.api.database.Columns;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.webhook.SigningSecret;
import io.plugstream.model.webhook.WebhookRegistration;
import io.r2dbc.spi.Readable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.UUID;

/** Reads rows of the table {@code webhooks}. */
final class WebhookRow {

    private WebhookRow() {}

    static Webhook webhook(Readable row) {
        return new Webhook(
                Columns.get(row, "id", UUID.class),
                Columns.get(row, "url", String.class),
                events(row),
                Columns.get(row, "active", Boolean.class),
                Columns.get(row, "created_at", Instant.class),
                Columns.get(row, "has_secret", Boolean.class),
                row.get("former_secret_ends", Instant.class));
    }

    static WebhookRegistration registration(Readable row) {
        return new WebhookRegistration(
                Columns.get(row, "id", UUID.class).toString(),
                Columns.constant(row, "mode", Mode.class),
                Columns.get(row, "url", String.class),
                EnumSet.copyOf(events(row)),
                Columns.get(row, "active", Boolean.class),
                secrets(row));
    }

    /** The current secret first. The former one may have expired. */
    private static List<SigningSecret> secrets(Readable row) {
        List<SigningSecret> secrets = new ArrayList<>();
        String secret = row.get("secret", String.class);
        if (secret != null) {
            secrets.add(new SigningSecret(secret, null));
        }
        String former = row.get("former_secret", String.class);
        if (former != null) {
            secrets.add(new SigningSecret(former, Columns.get(row, "former_secret_until", Instant.class)));
        }
        return secrets;
    }

    static String organisationId(Readable row) {
        return Columns.get(row, "organisation_id", String.class);
    }

    private static List<EventType> events(Readable row) {
        return Arrays.stream(Columns.get(row, "events", String[].class))
                .map(name -> EventType.named(name).orElseThrow())
                .toList();
    }
}
