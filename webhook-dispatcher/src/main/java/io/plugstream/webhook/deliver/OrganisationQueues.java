package io.plugstream.webhook.deliver;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;

/** The queues of one organisation, and its share of the dispatcher's capacity. Guarded by {@link DeliveryQueues}. */
final class OrganisationQueues {

    final String id;
    final Map<String, WebhookQueue> queues = new HashMap<>();
    /** Queues with a waiting delivery that the webhook's own limit allows to begin, in the order of their turns. */
    final SequencedSet<WebhookQueue> ready = new LinkedHashSet<>();

    int inFlight;
    long waitingBytes;

    OrganisationQueues(String id) {
        this.id = id;
    }
}
