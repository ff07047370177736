package io.plugstream.api.webhook;

import io.plugstream.api.access.Caller;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** The webhooks of the caller's organisation and mode (interface document, section 4, operations 4 to 7). */
@RestController
@RequestMapping("/api/v1/webhooks")
final class WebhookController {

    private final Webhooks webhooks;
    private final WebhookBody bodies;
    private final SecretRotation secrets;

    WebhookController(Webhooks webhooks, WebhookBody bodies, SecretRotation secrets) {
        this.webhooks = webhooks;
        this.secrets = secrets;
        this.bodies = bodies;
    }

    @PostMapping
    Mono<ResponseEntity<Webhook>> register(Caller caller, @RequestBody JsonNode body) {
        return bodies.registration(body)
                .flatMap(wanted -> webhooks.register(caller, wanted))
                .map(webhook -> ResponseEntity.created(webhook.location()).body(webhook));
    }

    @GetMapping
    Mono<Listing> list(Caller caller) {
        return webhooks.list(caller).map(Listing::new);
    }

    @GetMapping("/{id}")
    Mono<Webhook> find(Caller caller, @PathVariable String id) {
        return CallerWebhooks.on(id, webhook -> webhooks.find(caller, webhook));
    }

    @PatchMapping("/{id}")
    Mono<Webhook> change(Caller caller, @PathVariable String id, @RequestBody JsonNode body) {
        return CallerWebhooks.on(
                id,
                webhook -> webhooks.find(caller, webhook)
                        .flatMap(_ -> bodies.change(body))
                        .flatMap(change -> webhooks.change(caller, webhook, change)));
    }

    @PostMapping("/{id}/secret")
    Mono<Rotated> rotate(
            Caller caller, @PathVariable String id, @RequestBody(required = false) @Nullable JsonNode body) {
        String wanted = bodies.rotation(body);
        return CallerWebhooks.on(id, webhook -> secrets.rotate(caller, webhook, wanted))
                .map(Rotated::new);
    }

    @DeleteMapping("/{id}")
    Mono<Deleted> delete(Caller caller, @PathVariable String id) {
        return CallerWebhooks.on(id, webhook -> webhooks.delete(caller, webhook))
                .map(webhook -> new Deleted("Webhook " + webhook + " was deleted."));
    }

    record Rotated(String secret) {

        @Override
        public String toString() {
            return "Rotated[]";
        }
    }

    record Deleted(String message) {}

    record Listing(List<Webhook> webhooks) {}
}
