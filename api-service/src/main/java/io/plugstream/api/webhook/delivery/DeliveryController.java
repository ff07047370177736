package io.plugstream.api.webhook.delivery;

import io.plugstream.api.access.Caller;
import io.plugstream.api.http.Problem;
import io.plugstream.api.http.ProblemException;
import io.plugstream.api.http.ProblemType;
import io.plugstream.api.http.ResourceId;
import io.plugstream.api.webhook.CallerWebhooks;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Returns the deliveries of a webhook and their outcomes. */
@RestController
final class DeliveryController {

    private final CallerWebhooks webhooks;
    private final Deliveries deliveries;
    private final DeliveryLedger ledger;

    DeliveryController(CallerWebhooks webhooks, Deliveries deliveries, DeliveryLedger ledger) {
        this.webhooks = webhooks;
        this.deliveries = deliveries;
        this.ledger = ledger;
    }

    @GetMapping("/api/v1/webhooks/{id}/deliveries")
    Mono<Listing> list(Caller caller, @PathVariable String id, @RequestParam MultiValueMap<String, String> parameters) {
        DeliveryQuery query = DeliveryQuery.of(id, parameters);
        return webhooks.id(caller, id)
                .flatMap(webhook -> deliveries.list(caller, webhook, query))
                .map(page -> new Listing(page.entries(), page.nextCursor()));
    }

    @GetMapping("/api/v1/webhooks/{id}/deliveries/summary")
    Mono<DeliverySummary> summary(Caller caller, @PathVariable String id) {
        return webhooks.id(caller, id).flatMap(webhook -> ledger.summary(caller, webhook));
    }

    @GetMapping("/api/v1/webhooks/summary")
    Mono<Summaries> summaries(Caller caller) {
        return webhooks.ids(caller)
                .flatMap(all -> ledger.summaries(caller, all))
                .map(found -> new Summaries(found.entrySet().stream()
                        .map(one -> new Summary(one.getKey(), one.getValue()))
                        .toList()));
    }

    @GetMapping("/api/v1/webhooks/{id}/deliveries/{deliveryId}")
    Mono<DeliveryDetail> find(Caller caller, @PathVariable String id, @PathVariable String deliveryId) {
        return webhooks.id(caller, id)
                .flatMap(webhook -> Mono.justOrEmpty(ResourceId.parse(deliveryId))
                        .flatMap(known -> deliveries.find(caller, webhook, known))
                        .switchIfEmpty(Mono.error(DeliveryController::none)));
    }

    private static ProblemException none() {
        return Problem.of(ProblemType.NOT_FOUND, "There is no such delivery. They are kept for 7 days.")
                .exception();
    }

    record Listing(List<Delivery> deliveries, @Nullable String nextCursor) {}

    record Summaries(List<Summary> webhooks) {}

    record Summary(UUID id, DeliverySummary deliveries) {}
}
