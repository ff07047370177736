package io.plugstream.api.webhook;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import io.plugstream.api.access.Caller;
import io.plugstream.api.http.JsonBody;
import io.plugstream.api.idempotency.KafkaWork;
import io.plugstream.api.log.AcknowledgedLog;
import io.plugstream.model.event.EventType;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.SampleEvent;
import io.plugstream.model.webhook.WebhookRegistration;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Sends a sample event to a webhook, on the same path as all events. */
@RestController
final class TestEventController {

    private final CallerWebhooks webhooks;
    private final AcknowledgedLog acknowledged;
    private final KafkaWork kafkaWork;
    private final Clock clock;
    private final TimeBasedEpochGenerator ids = Generators.timeBasedEpochGenerator();

    TestEventController(CallerWebhooks webhooks, AcknowledgedLog acknowledged, KafkaWork kafkaWork, Clock clock) {
        this.webhooks = webhooks;
        this.acknowledged = acknowledged;
        this.kafkaWork = kafkaWork;
        this.clock = clock;
    }

    @PostMapping("/api/v1/webhooks/{id}/test")
    @ResponseStatus(HttpStatus.ACCEPTED)
    Mono<Accepted> test(
            Caller caller, @PathVariable String id, @RequestBody(required = false) @Nullable JsonNode body) {
        return webhooks.find(caller, id).flatMap(webhook -> {
            EventType wanted = body == null ? null : wanted(JsonBody.of(body));
            EventType event = wanted == null ? webhook.events().getFirst() : wanted;
            return webhooks.registration(caller, webhook.id()).flatMap(known -> send(caller, known, event));
        });
    }

    private static @Nullable EventType wanted(JsonBody body) {
        EventType event = body.choice("event", EventType.values());
        body.check();
        return event;
    }

    private Mono<Accepted> send(Caller caller, WebhookRegistration webhook, EventType event) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        SampleEvent sample = new SampleEvent(
                ids.generate(),
                caller.organisationId(),
                caller.mode(),
                webhook.id(),
                now,
                webhook,
                SampleData.of(event, now));
        return kafkaWork
                .once(acknowledged.append(Topics.WEBHOOK_TESTS, sample.webhookId(), sample))
                .thenReturn(new Accepted(sample.eventId(), event));
    }

    /** @param eventId the {@code webhook-id} of the delivery's request */
    record Accepted(UUID eventId, EventType event) {}
}
