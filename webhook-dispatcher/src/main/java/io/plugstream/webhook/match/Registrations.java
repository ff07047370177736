package io.plugstream.webhook.match;

import io.plugstream.model.webhook.OrganisationWebhooks;
import org.jspecify.annotations.Nullable;

/** The webhooks of organisations; null for an organisation without any. */
@FunctionalInterface
public interface Registrations {

    @Nullable
    OrganisationWebhooks of(String organisationId);
}
