package io.plugstream.webhook.match;

import io.plugstream.base.kafka.TopicTable;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.OrganisationWebhooks;
import io.plugstream.model.webhook.WebhookRegistration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Finds the webhooks of an event in the current registrations. */
@Component
public final class Subscriptions {

    private final Function<String, @Nullable OrganisationWebhooks> registrations;

    @Autowired
    Subscriptions(TopicTable<String, OrganisationWebhooks> registrations) {
        this(registrations::get);
    }

    /** @param registrations the webhooks of each organisation; null for an organisation without any */
    public Subscriptions(Function<String, @Nullable OrganisationWebhooks> registrations) {
        this.registrations = registrations;
    }

    /** The active webhooks of the event's organisation and mode that subscribe to its type. */
    public List<WebhookRegistration> matching(EventRecord event) {
        if (event.recordOnly()) {
            return List.of();
        }
        return of(event.organisationId()).stream()
                .filter(webhook ->
                        isSubscribed(webhook, event.mode(), event.data().type()))
                .toList();
    }

    /** The webhook of a claim, if it is still active and subscribed to the event's type. */
    public Optional<WebhookRegistration> stillSubscribed(Claimed claim) {
        return registered(claim).filter(webhook -> isSubscribed(webhook, claim.mode(), claim.event()));
    }

    /** The webhook of a claim, even if inactive or not subscribed. */
    public Optional<WebhookRegistration> registered(Claimed claim) {
        return of(claim.organisationId()).stream()
                .filter(webhook -> webhook.id().equals(claim.webhookId()) && webhook.mode() == claim.mode())
                .findAny();
    }

    private List<WebhookRegistration> of(String organisationId) {
        OrganisationWebhooks webhooks = registrations.apply(organisationId);
        return webhooks == null ? List.of() : webhooks.webhooks();
    }

    private static boolean isSubscribed(WebhookRegistration webhook, Mode mode, EventType event) {
        return webhook.active() && webhook.mode() == mode && webhook.events().contains(event);
    }
}
