package io.plugstream.api.webhook;

import io.plugstream.api.http.JsonBody;
import io.plugstream.base.address.AddressFault;
import io.plugstream.base.address.AddressRules;
import io.plugstream.base.address.WebhookAddressProperties;
import io.plugstream.model.event.EventType;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Reads webhooks from request bodies and reports every fault, those of the URL's host included. */
@Component
final class WebhookBody {

    private final AddressRules rules;
    private final HostCheck hosts;

    WebhookBody(WebhookAddressProperties addresses, HostCheck hosts) {
        this.rules = addresses.rules();
        this.hosts = hosts;
    }

    Mono<NewWebhook> registration(JsonNode json) {
        JsonBody body = JsonBody.of(json);
        String url = body.required("url") ? url(body) : null;
        List<EventType> events = body.required("events") ? events(body) : null;
        String secret = secret(body);
        return checked(body, url)
                .then(Mono.fromSupplier(
                        () -> new NewWebhook(Objects.requireNonNull(url), Objects.requireNonNull(events), secret)));
    }

    Mono<WebhookChange> change(JsonNode json) {
        JsonBody body = JsonBody.of(json);
        String url = given(body, "url") ? url(body) : null;
        List<EventType> events = given(body, "events") ? events(body) : null;
        Boolean active = given(body, "active") ? body.flag("active") : null;
        if (json.isEmpty()) {
            body.fault("", "must have at least one of url, events, active");
        }
        return checked(body, url).then(Mono.fromSupplier(() -> new WebhookChange(url, events, active)));
    }

    /** Fails with all faults of the body; {@code url} is null if it is absent or not well-formed. */
    private Mono<Void> checked(JsonBody body, @Nullable String url) {
        Mono<String> fault = url == null ? Mono.empty() : hosts.fault(url);
        return fault.doOnNext(message -> body.fault("url", message)).then(Mono.fromRunnable(body::check));
    }

    /** The secret that a rotation asks for; null lets the service create one. */
    @Nullable
    String rotation(@Nullable JsonNode json) {
        if (json == null) {
            return null;
        }
        JsonBody body = JsonBody.of(json);
        String secret = secret(body);
        body.check();
        return secret;
    }

    /** Whether the field is present; null is a fault. */
    private static boolean given(JsonBody body, String field) {
        return body.has(field) && body.required(field);
    }

    private @Nullable String url(JsonBody body) {
        String url = body.text("url", 0, Integer.MAX_VALUE);
        if (url == null) {
            return null;
        }
        List<AddressFault> faults = rules.check(url);
        faults.forEach(fault -> body.fault("url", fault.message()));
        return faults.isEmpty() ? url : null;
    }

    private static @Nullable List<EventType> events(JsonBody body) {
        Set<EventType> events = new LinkedHashSet<>();
        body.texts("events", 1, EventType.values().length, (place, name) -> add(name, place, events, body));
        return events.isEmpty() ? null : List.copyOf(events);
    }

    private static void add(String name, String place, Set<EventType> events, JsonBody body) {
        Optional<EventType> event = EventType.named(name);
        if (event.isEmpty()) {
            body.fault(place, "must be one of " + EventType.names());
        } else if (!events.add(event.get())) {
            body.fault(place, "must not be repeated");
        }
    }

    private static @Nullable String secret(JsonBody body) {
        String secret = body.text("secret", 0, Integer.MAX_VALUE);
        if (secret != null) {
            SecretRule.fault(secret).ifPresent(fault -> body.fault("secret", fault));
        }
        return secret;
    }
}
