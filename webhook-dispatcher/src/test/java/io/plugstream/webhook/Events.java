package io.plugstream.webhook;

import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerEvent;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.TransactionStarted;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.webhook.SampleEvent;
import io.plugstream.model.webhook.WebhookRegistration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Events for tests. */
public final class Events {

    private Events() {}

    public static EventRecord connected(String organisationId) {
        return of(organisationId, Mode.LIVE, false, new ChargerConnected("CB-1"));
    }

    /** A start at a time in whole milliseconds. */
    public static EventRecord started(String organisationId, Instant at) {
        return of(at, organisationId, Mode.LIVE, false, new TransactionStarted(7, "CB-1", 1, "TAG", 100));
    }

    /** A sample event, as a user requests it. */
    public static SampleEvent sample(String organisationId, String webhookId) {
        return sample(organisationId, webhookId, null);
    }

    /** A sample event for a webhook that is registered like this. */
    public static SampleEvent sample(String organisationId, String webhookId, @Nullable WebhookRegistration webhook) {
        return new SampleEvent(
                UUID.randomUUID(),
                organisationId,
                Mode.LIVE,
                webhookId,
                Instant.now().truncatedTo(ChronoUnit.MILLIS),
                webhook,
                new ChargerConnected("CB-1"));
    }

    public static EventRecord of(String organisationId, Mode mode, boolean recordOnly, ChargerEvent data) {
        return of(Instant.now().truncatedTo(ChronoUnit.MILLIS), organisationId, mode, recordOnly, data);
    }

    private static EventRecord of(Instant at, String organisationId, Mode mode, boolean recordOnly, ChargerEvent data) {
        return new EventRecord(
                UUID.randomUUID(),
                organisationId,
                mode,
                data.chargeBoxId(),
                at,
                at,
                UUID.randomUUID(),
                1,
                "ocpp1.6",
                recordOnly,
                data);
    }
}
