package io.plugstream.model.webhook;

import java.util.List;

/** All webhooks of an organisation in one record, so that a change of tier or webhook is one message. Empty on Free. */
public record OrganisationWebhooks(String organisationId, List<WebhookRegistration> webhooks) {

    public OrganisationWebhooks {
        webhooks = List.copyOf(webhooks);
    }
}
