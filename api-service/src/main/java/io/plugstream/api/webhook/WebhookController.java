package io.plugstream.api.webhook;

import io.plugstream.api.identity.Caller;
import io.plugstream.api.problem.Problem;
import io.plugstream.api.problem.ProblemException;
import io.plugstream.api.problem.ProblemType;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** The webhooks of the caller's organisation and mode (interface document, section 4, operations 4 to 7). */
@RestController
@RequestMapping("/api/v1/webhooks")
final class WebhookController {

    private final Webhooks webhooks;
    private final WebhookBody bodies;
    private final HostCheck hosts;

    WebhookController(Webhooks webhooks, WebhookBody bodies, HostCheck hosts) {
        this.webhooks = webhooks;
        this.bodies = bodies;
        this.hosts = hosts;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    Mono<Webhook> register(@AuthenticationPrincipal Caller caller, @RequestBody JsonNode body) {
        NewWebhook wanted = bodies.registration(body);
        return hosts.check(wanted.url()).then(Mono.defer(() -> webhooks.register(caller, wanted)));
    }

    @GetMapping
    Mono<Listing> list(@AuthenticationPrincipal Caller caller) {
        return webhooks.list(caller).map(Listing::new);
    }

    @GetMapping("/{id}")
    Mono<Webhook> find(@AuthenticationPrincipal Caller caller, @PathVariable String id) {
        return named(id, webhook -> webhooks.find(caller, webhook));
    }

    @PatchMapping("/{id}")
    Mono<Webhook> change(@AuthenticationPrincipal Caller caller, @PathVariable String id, @RequestBody JsonNode body) {
        return named(
                id,
                webhook -> webhooks.find(caller, webhook).flatMap(_ -> {
                    WebhookChange change = bodies.change(body);
                    Mono<Void> checked = change.url() == null ? Mono.empty() : hosts.check(change.url());
                    return checked.then(Mono.defer(() -> webhooks.change(caller, webhook, change)));
                }));
    }

    @DeleteMapping("/{id}")
    Mono<Deleted> delete(@AuthenticationPrincipal Caller caller, @PathVariable String id) {
        return named(id, webhook -> webhooks.delete(caller, webhook))
                .map(webhook -> new Deleted("Webhook " + webhook + " was deleted."));
    }

    private static <T> Mono<T> named(String id, Function<UUID, Mono<T>> action) {
        return Mono.justOrEmpty(WebhookIds.parse(id))
                .flatMap(action)
                .switchIfEmpty(Mono.error(WebhookController::none));
    }

    private static ProblemException none() {
        return Problem.of(ProblemType.NOT_FOUND, "There is no such webhook.").exception();
    }

    record Listing(List<Webhook> webhooks) {}

    record Deleted(String message) {}
}
