package io.plugstream.webhook.match;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.OrganisationWebhooks;
import io.plugstream.model.webhook.WebhookRegistration;
import io.plugstream.webhook.Events;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SubscriptionsTest {

    private final Map<String, OrganisationWebhooks> table = new HashMap<>();
    private final Subscriptions subscriptions = new Subscriptions(table::get);

    @Test
    void givesAnEventToTheActiveWebhooksOfItsOrganisationModeAndName() {
        register(
                "acme",
                webhook("yes", Mode.LIVE, true, EventType.CHARGER_CONNECTED, EventType.CHARGER_BOOT),
                webhook("resting", Mode.LIVE, false, EventType.CHARGER_CONNECTED),
                webhook("sandbox", Mode.TEST, true, EventType.CHARGER_CONNECTED),
                webhook("other-event", Mode.LIVE, true, EventType.CHARGER_BOOT));
        register("rival", webhook("rival", Mode.LIVE, true, EventType.CHARGER_CONNECTED));

        assertThat(ids(Events.connected("acme"))).containsExactly("yes");
        assertThat(ids(Events.of("acme", Mode.TEST, false, new ChargerConnected("CB-1"))))
                .containsExactly("sandbox");
        assertThat(ids(Events.connected("nobody"))).isEmpty();
    }

    @Test
    void givesRecordOnlyEventsToNobody() {
        register("acme", webhook("yes", Mode.LIVE, true, EventType.CHARGER_CONNECTED));

        assertThat(ids(Events.of("acme", Mode.LIVE, true, new ChargerConnected("CB-1"))))
                .isEmpty();
    }

    @Test
    void aClaimIsDroppedIfItsWebhookNoLongerSubscribes() {
        Claimed claim = new Claimed(
                UUID.randomUUID(),
                "acme",
                Mode.LIVE,
                "w",
                UUID.randomUUID(),
                EventType.CHARGER_CONNECTED,
                Instant.EPOCH);
        register("acme", webhook("w", Mode.LIVE, true, EventType.CHARGER_CONNECTED));
        assertThat(subscriptions.stillSubscribed(claim)).isPresent();

        register("acme", webhook("w", Mode.LIVE, false, EventType.CHARGER_CONNECTED));
        assertThat(subscriptions.stillSubscribed(claim)).isEmpty();

        register("acme", webhook("w", Mode.LIVE, true, EventType.CHARGER_BOOT));
        assertThat(subscriptions.stillSubscribed(claim)).isEmpty();

        table.clear();
        assertThat(subscriptions.stillSubscribed(claim)).isEmpty();
    }

    @Test
    void findsTheWebhookOfASampleWhateverItSubscribesTo() {
        Claimed claim = new Claimed(
                UUID.randomUUID(),
                "acme",
                Mode.LIVE,
                "w",
                UUID.randomUUID(),
                EventType.CHARGER_CONNECTED,
                Instant.EPOCH);
        register("acme", webhook("w", Mode.LIVE, false, EventType.CHARGER_BOOT));
        assertThat(subscriptions.registered(claim)).isPresent();

        register("acme", webhook("w", Mode.TEST, true, EventType.CHARGER_CONNECTED));
        assertThat(subscriptions.registered(claim)).isEmpty();

        register("acme", webhook("v", Mode.LIVE, true, EventType.CHARGER_CONNECTED));
        assertThat(subscriptions.registered(claim)).isEmpty();
    }

    private void register(String organisationId, WebhookRegistration... webhooks) {
        table.put(organisationId, new OrganisationWebhooks(organisationId, List.of(webhooks)));
    }

    private static WebhookRegistration webhook(String id, Mode mode, boolean active, EventType... events) {
        return new WebhookRegistration(id, mode, "https://example.com/", Set.of(events), active, List.of());
    }

    private List<String> ids(EventRecord event) {
        return subscriptions.matching(event).stream()
                .map(WebhookRegistration::id)
                .toList();
    }
}
