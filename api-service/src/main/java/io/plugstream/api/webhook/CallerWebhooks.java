package io.plugstream.api.webhook;

import io.plugstream.api.access.Caller;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ResourceId;
import io.plugstream.model.webhook.WebhookRegistration;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/**
 * Finds webhooks of the caller's organisation and mode by the id in a path. Fails with a not-found problem if there is
 * none.
 */
@Component
public final class CallerWebhooks {

    private final Webhooks webhooks;

    CallerWebhooks(Webhooks webhooks) {
        this.webhooks = webhooks;
    }

    public Mono<UUID> id(Caller caller, String name) {
        return find(caller, name).map(Webhook::id);
    }

    /** The ids of all, oldest first. */
    public Mono<List<UUID>> ids(Caller caller) {
        return webhooks.list(caller).map(all -> all.stream().map(Webhook::id).toList());
    }

    Mono<Webhook> find(Caller caller, String name) {
        return on(name, id -> webhooks.find(caller, id));
    }

    /** The webhook as it is published to the dispatcher. */
    Mono<WebhookRegistration> registration(Caller caller, UUID id) {
        return webhooks.registration(caller, id).switchIfEmpty(Mono.error(() -> Problem.noSuch("webhook")));
    }

    /** Runs {@code action} with the id. An empty result means that there is no such webhook. */
    static <T> Mono<T> on(String name, Function<UUID, Mono<T>> action) {
        return Mono.justOrEmpty(ResourceId.parse(name))
                .flatMap(action)
                .switchIfEmpty(Mono.error(() -> Problem.noSuch("webhook")));
    }
}
