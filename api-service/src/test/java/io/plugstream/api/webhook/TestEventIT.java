package io.plugstream.api.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.outbox.TopicWatch;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.OrganisationWebhooks;
import io.plugstream.model.webhook.SampleEvent;
import io.plugstream.model.webhook.WebhookRegistration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestEventIT {

    private static final String WEBHOOKS = "/api/v1/webhooks";

    private final ApiReplica replica = Replicas.first();
    private final Tenant tenant = Tenant.of(replica, Tier.SCALE);
    private final TopicWatch<String, SampleEvent> samples =
            new TopicWatch<>(Platform.get().kafka(), Topics.WEBHOOK_TESTS);

    private final TopicWatch<String, OrganisationWebhooks> registrations =
            new TopicWatch<>(Platform.get().kafka(), Topics.WEBHOOK_REGISTRATIONS);

    @AfterEach
    void close() {
        samples.close();
        registrations.close();
    }

    @Test
    void requestsASampleOfTheWebhooksFirstEvent() {
        String webhook = register(tenant.live());

        Answer accepted = tenant.live().send("POST", test(webhook), null);

        assertThat(accepted.status()).as(accepted.body()).isEqualTo(202);
        assertThat(accepted.json().propertyNames()).containsExactly("eventId", "event");
        assertThat(accepted.json().path("event").stringValue()).isEqualTo("transaction.started");
        samples.await(webhook, Objects::nonNull);
        SampleEvent sample = Objects.requireNonNull(samples.get(webhook));
        assertThat(sample.eventId())
                .isEqualTo(UUID.fromString(accepted.json().path("eventId").stringValue()));
        assertThat(sample.eventId().version()).isEqualTo(7);
        assertThat(sample.organisationId()).isEqualTo(tenant.id());
        assertThat(sample.mode()).isEqualTo(Mode.LIVE);
        assertThat(sample.webhookId()).isEqualTo(webhook);
        WebhookRegistration asked = Objects.requireNonNull(sample.webhook());
        registrations.await(
                tenant.id(), known -> known != null && known.webhooks().equals(List.of(asked)));
        assertThat(sample.data().type()).isEqualTo(EventType.TRANSACTION_STARTED);
        assertThat(samples.seen(webhook)).isOne();
    }

    @ParameterizedTest
    @EnumSource
    void anyEventMayBeTestedEvenIfTheWebhookIsInactive(EventType event) {
        String webhook = register(tenant.test());
        tenant.test().send("PATCH", WEBHOOKS + '/' + webhook, "{\"active\":false}");

        Answer accepted = tenant.test().post(test(webhook), "{\"event\":\"" + event.wireName() + "\"}");

        assertThat(accepted.status()).as(accepted.body()).isEqualTo(202);
        assertThat(accepted.json().path("event").stringValue()).isEqualTo(event.wireName());
        samples.await(webhook, Objects::nonNull);
        SampleEvent sample = Objects.requireNonNull(samples.get(webhook));
        assertThat(sample.data().type()).isEqualTo(event);
        assertThat(sample.mode()).isEqualTo(Mode.TEST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"event\":\"charger.exploded\"}", "{\"event\":7}", "{\"evnt\":\"charger.boot\"}", "[]"})
    void anythingElseIsRefused(String body) {
        String webhook = register(tenant.live());

        Answer refused = tenant.live().post(test(webhook), body);

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.problem()).isEqualTo("invalid-request");
    }

    @Test
    void onlyTheWebhooksOrganisationAndModeMayTestIt() {
        String webhook = register(tenant.live());

        assertThat(tenant.test().post(test(webhook), "{}").status()).isEqualTo(404);
        assertThat(Tenant.of(replica, Tier.SCALE)
                        .live()
                        .post(test(webhook), "{}")
                        .problem())
                .isEqualTo("not-found");
        assertThat(tenant.live().post(test("nothing"), "{}").status()).isEqualTo(404);
        // A record of a refused request would precede this one.
        tenant.live().post(test(webhook), "{}");
        samples.await(webhook, Objects::nonNull);
        assertThat(samples.seen(webhook)).isOne();
    }

    private static String register(ApiClient client) {
        Answer created = client.post(
                WEBHOOKS,
                "{\"url\":\"http://127.0.0.1:9/hook\",\"events\":[\"transaction.started\",\"charger.boot\"]}");
        return created.json().path("id").stringValue();
    }

    private static String test(String webhook) {
        return WEBHOOKS + '/' + webhook + "/test";
    }
}
