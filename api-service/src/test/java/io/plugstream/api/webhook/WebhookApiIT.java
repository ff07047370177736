package io.plugstream.api.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.outbox.TopicWatch;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.WebhookRegistration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class WebhookApiIT {

    private static final String WEBHOOKS = "/api/v1/webhooks";
    private static final String BODY =
            "{\"url\":\"http://127.0.0.1:9/hook\",\"events\":[\"transaction.started\",\"charger.boot\"],"
                    + "\"secret\":\"0123456789abcdef\"}";
    private static final String TIMESTAMP = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z";

    private final ApiReplica replica = Replicas.first();
    private final Tenant tenant = Tenant.of(replica, Tier.SCALE);
    private final ApiClient live = tenant.live();

    @Test
    void createsListsAndFindsWebhooks() {
        Answer created = live.post(WEBHOOKS, BODY);

        assertThat(created.status()).isEqualTo(201);
        JsonNode webhook = created.json();
        assertThat(webhook.propertyNames())
                .containsExactly("id", "url", "events", "active", "createdAt", "hasSecret", "formerSecretUntil");
        assertThat(webhook.path("url").stringValue()).isEqualTo("http://127.0.0.1:9/hook");
        assertThat(webhook.path("events").toString()).isEqualTo("[\"transaction.started\",\"charger.boot\"]");
        assertThat(webhook.path("active").booleanValue()).isTrue();
        assertThat(webhook.path("createdAt").stringValue()).matches(TIMESTAMP);

        Answer listed = live.get(WEBHOOKS);
        assertThat(listed.status()).isEqualTo(200);
        assertThat(listed.body()).isEqualTo("{\"webhooks\":[" + created.body() + "]}");
        assertThat(created.header("Location")).contains(WEBHOOKS + '/' + id(created));
        assertThat(live.get(WEBHOOKS + '/' + id(created)).body()).isEqualTo(created.body());
    }

    @Test
    void idsMayBeWrittenInAnyCase() {
        Answer created = live.post(WEBHOOKS, BODY);

        assertThat(live.get(WEBHOOKS + '/' + id(created).toUpperCase(Locale.ROOT))
                        .body())
                .isEqualTo(created.body());
    }

    @Test
    void changesOnlyGivenFields() {
        Answer created = live.post(WEBHOOKS, BODY);

        Answer resting = patch(live, created, "{\"active\":false}");
        assertThat(resting.status()).isEqualTo(200);
        assertThat(resting.body()).isEqualTo(created.body().replace("\"active\":true", "\"active\":false"));

        Answer moved = patch(live, created, "{\"url\":\"http://127.0.0.1:9/new\",\"events\":[\"charger.connected\"]}");
        assertThat(moved.json().path("url").stringValue()).isEqualTo("http://127.0.0.1:9/new");
        assertThat(moved.json().path("events").toString()).isEqualTo("[\"charger.connected\"]");
        assertThat(moved.json().path("active").booleanValue()).isFalse();
        assertThat(live.get(WEBHOOKS + '/' + id(created)).body()).isEqualTo(moved.body());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | ''",
                "[] | ''",
                "{\"secret\":\"0123456789abcdef\"} | secret",
                "{\"url\":null,\"events\":null,\"active\":null} | url,events,active",
                "{\"url\":\"ftp://[::ffff:10.0.0.1]/#x\",\"events\":[],\"active\":\"no\",\"colour\":1} | url,url,url,events,active,colour",
                "{\"url\":\"http://0x0a.1/\",\"events\":[\"charger.boot\",\"charger.boot\",7]} | url,events[1],events[2]",
                "{\"url\":\"https://no-such-host.invalid/\"} | url",
                "{\"url\":\"http://metadata.google.internal/\"} | url"
            })
    void aChangeIsRefusedWithEveryFaultAndChangesNothing(String body, String fields) {
        Answer created = live.post(WEBHOOKS, BODY);

        Answer refused = patch(live, created, body);

        assertThat(refused.status()).as(refused.body()).isEqualTo(400);
        assertThat(refused.problem()).isEqualTo("invalid-request");
        assertThat(String.join(",", refused.fields())).isEqualTo(fields);
        assertThat(created.header("Location")).contains(WEBHOOKS + '/' + id(created));
        assertThat(live.get(WEBHOOKS + '/' + id(created)).body()).isEqualTo(created.body());
    }

    @Test
    void deletesAWebhook() {
        Answer created = live.post(WEBHOOKS, BODY);

        Answer deleted = live.delete(WEBHOOKS + '/' + id(created));

        assertThat(deleted.status()).isEqualTo(200);
        assertThat(deleted.json().propertyNames()).containsExactly("message");
        assertThat(deleted.json().path("message").stringValue()).contains("deleted");
        assertThat(live.get(WEBHOOKS).body()).isEqualTo("{\"webhooks\":[]}");
        assertThat(live.delete(WEBHOOKS + '/' + id(created)).status()).isEqualTo(404);
    }

    @Test
    void everyChangeIsPublishedToTheDispatchersTopic() {
        try (var topic = new TopicWatch<>(Platform.get().kafka(), Topics.WEBHOOK_REGISTRATIONS)) {
            Answer created = live.post(WEBHOOKS, BODY);
            topic.await(
                    tenant.id(),
                    webhooks -> webhooks != null && webhooks.webhooks().size() == 1);
            patch(live, created, "{\"active\":false}");
            topic.await(
                    tenant.id(),
                    webhooks ->
                            webhooks != null && webhooks.webhooks().stream().noneMatch(WebhookRegistration::active));
            patch(live, created, "{\"active\":true}");
            topic.await(
                    tenant.id(),
                    webhooks -> webhooks != null && webhooks.webhooks().stream().anyMatch(WebhookRegistration::active));
            Tenant.setTier(replica, tenant.id(), Tier.FREE);
            topic.await(
                    tenant.id(),
                    webhooks -> webhooks == null || webhooks.webhooks().isEmpty());
            Tenant.setTier(replica, tenant.id(), Tier.STARTER);
            topic.await(
                    tenant.id(),
                    webhooks -> webhooks != null && webhooks.webhooks().size() == 1);
            tenant.live().delete(WEBHOOKS + '/' + id(created));
            topic.await(
                    tenant.id(),
                    webhooks -> webhooks == null || webhooks.webhooks().isEmpty());
        }
    }

    @Test
    void liveAndTestNeverSeeEachOther() {
        Answer created = live.post(WEBHOOKS, BODY);
        String path = WEBHOOKS + '/' + id(created);

        assertThat(tenant.test().get(WEBHOOKS).body()).isEqualTo("{\"webhooks\":[]}");
        assertThat(tenant.test().get(path).status()).isEqualTo(404);
        assertThat(patch(tenant.test(), created, "{\"active\":false}").status()).isEqualTo(404);
        assertThat(tenant.test().delete(path).status()).isEqualTo(404);
        assertThat(live.get(path).body()).isEqualTo(created.body());
    }

    @Test
    void anotherOrganisationsWebhookIsNotFound() {
        Answer created = live.post(WEBHOOKS, BODY);
        ApiClient other = Tenant.of(replica, Tier.SCALE).live();

        assertThat(other.get(WEBHOOKS + '/' + id(created)).status()).isEqualTo(404);
        assertThat(other.delete(WEBHOOKS + '/' + id(created)).problem()).isEqualTo("not-found");
    }

    @ParameterizedTest
    @CsvSource({"no-uuid", "019400a0-0000-7000-8000-000000000001", "019400A0-0000-7000-8000-00000000000F", "%20"})
    void unknownAndMalformedIdsAreNotFound(String id) {
        assertThat(live.get(WEBHOOKS + '/' + id).status()).isEqualTo(404);
        assertThat(live.delete(WEBHOOKS + '/' + id).status()).isEqualTo(404);
        assertThat(live.send("PATCH", WEBHOOKS + '/' + id, "{\"active\":true}").status())
                .isEqualTo(404);
    }

    @Test
    void theFreeTierIsRefusedOnEveryWebhookPath() {
        Tenant free = Tenant.of(replica, Tier.FREE);
        String one = WEBHOOKS + '/' + UUID.randomUUID();

        for (Answer answer : List.of(
                free.live().get(WEBHOOKS),
                free.live().post(WEBHOOKS, "not JSON"),
                free.live().get(one),
                free.live().delete(one),
                free.live().send("PATCH", one, "{}"),
                free.live().post(one + "/test", "{}"),
                free.live().post(one + "/secret", "{}"),
                free.live().get(one + "/deliveries"),
                free.test().get(one + "/deliveries"))) {
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.problem()).isEqualTo("tier-required");
        }
    }

    @Test
    void everyFaultIsListedAtOnce() {
        Answer answer = live.post(
                WEBHOOKS, "{\"url\":\"ftp://10.0.0.1/#x\",\"events\":[\"nope\"],\"secret\":\"short\",\"colour\":1}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.problem()).isEqualTo("invalid-request");
        assertThat(answer.fields()).contains("url", "events[0]", "secret", "colour");
    }

    @Test
    void aHostThatDoesNotExistIsRefused() {
        Answer answer =
                live.post(WEBHOOKS, "{\"url\":\"https://no-such-host.invalid/\",\"events\":[\"charger.boot\"]}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("errors").path(0).path("field").stringValue())
                .isEqualTo("url");
    }

    @Test
    void theTwentyFirstWebhookOfAModeIsRefusedEvenInARace() throws Exception {
        List<Integer> statuses = atOnce(30, () -> {
            ApiClient repeating =
                    live.header("Idempotency-Key", UUID.randomUUID().toString());
            // On a busy machine the last one may wait too long for the others, which is a 503.
            return await().until(() -> repeating.post(WEBHOOKS, BODY).status(), status -> status != 503);
        });

        assertThat(statuses.stream().filter(status -> status == 201)).hasSize(20);
        assertThat(statuses.stream().filter(status -> status == 409)).hasSize(10);
        assertThat(live.post(WEBHOOKS, BODY).problem()).isEqualTo("limit-reached");
        assertThat(live.get(WEBHOOKS).json().path("webhooks").size()).isEqualTo(20);
        assertThat(tenant.test().post(WEBHOOKS, BODY).status()).isEqualTo(201);
    }

    private static Answer patch(ApiClient client, Answer created, String body) {
        return client.send("PATCH", WEBHOOKS + '/' + id(created), body);
    }

    private static String id(Answer created) {
        return created.json().path("id").stringValue();
    }

    private static <T> List<T> atOnce(int times, Callable<T> call) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> answers = threads.invokeAll(
                    IntStream.range(0, times).mapToObj(_ -> call).toList());
            return answers.stream().map(Future::resultNow).toList();
        }
    }
}
