package io.plugstream.api.webhook;

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
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;

/** Reads rows of the table {@code webhooks}. */
final class WebhookRow {

    private WebhookRow() {}

    static Webhook webhook(Readable row) {
        return new Webhook(
                get(row, "id", UUID.class),
                get(row, "url", String.class),
                events(row),
                get(row, "active", Boolean.class),
                get(row, "created_at", Instant.class));
    }

    static WebhookRegistration registration(Readable row) {
        return new WebhookRegistration(
                get(row, "id", UUID.class).toString(),
                Mode.valueOf(get(row, "mode", String.class).toUpperCase(Locale.ROOT)),
                get(row, "url", String.class),
                EnumSet.copyOf(events(row)),
                get(row, "active", Boolean.class),
                secrets(row));
    }

    /** The present one first. One whose time is over may be among them. */
    private static List<SigningSecret> secrets(Readable row) {
        List<SigningSecret> secrets = new ArrayList<>();
        String secret = row.get("secret", String.class);
        if (secret != null) {
            secrets.add(new SigningSecret(secret, null));
        }
        String former = row.get("former_secret", String.class);
        if (former != null) {
            secrets.add(new SigningSecret(former, get(row, "former_secret_until", Instant.class)));
        }
        return secrets;
    }

    static String organisationId(Readable row) {
        return get(row, "organisation_id", String.class);
    }

    private static List<EventType> events(Readable row) {
        return Arrays.stream(get(row, "events", String[].class))
                .map(name -> EventType.named(name).orElseThrow())
                .toList();
    }

    private static <T> T get(Readable row, String column, Class<T> type) {
        return Objects.requireNonNull(row.get(column, type));
    }
}
