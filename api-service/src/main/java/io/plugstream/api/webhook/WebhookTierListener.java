package io.plugstream.api.webhook;

import io.plugstream.api.organisation.TierChangeListener;
import io.plugstream.api.outbox.Outbox;
import io.plugstream.model.topic.Topics;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Republishes webhooks when the tier changes: a tier without webhooks suspends them. */
@Component
final class WebhookTierListener implements TierChangeListener {

    private final Outbox outbox;

    WebhookTierListener(Outbox outbox) {
        this.outbox = outbox;
    }

    @Override
    public Mono<Void> tierChanged(String organisationId) {
        return outbox.enqueue(Topics.WEBHOOK_REGISTRATIONS, organisationId);
    }
}
