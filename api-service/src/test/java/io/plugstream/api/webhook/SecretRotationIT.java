package io.plugstream.api.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.outbox.TopicWatch;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.base.secret.SecretCipher;
import io.plugstream.base.secret.SecretKeyProperties;
import io.plugstream.base.secret.SecretOwner;
import io.plugstream.local.DevelopmentKey;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.OrganisationWebhooks;
import io.plugstream.model.webhook.SigningSecret;
import io.plugstream.model.webhook.WebhookRegistration;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.springframework.r2dbc.core.DatabaseClient;
import tools.jackson.databind.JsonNode;

class SecretRotationIT {

    private static final String WEBHOOKS = "/api/v1/webhooks";
    private static final String FIRST = "0123456789abcdef";

    private final ApiReplica replica = Replicas.first();
    private static final SecretCipher CIPHER = new SecretKeyProperties(List.of(DevelopmentKey.VALUE)).cipher();

    private final Tenant tenant = Tenant.of(replica, Tier.SCALE);
    private final ApiClient live = tenant.live();

    @Test
    void theNewestTwoSecretsSignAndTheFormerExpiresAfterADay() {
        String webhook = register(",\"secret\":\"" + FIRST + '"');
        try (var topic = new TopicWatch<>(Platform.get().kafka(), Topics.WEBHOOK_REGISTRATIONS)) {
            Answer rotated = live.send("POST", secretOf(webhook), null);
            Instant now = Instant.now();

            assertThat(rotated.status()).as(rotated.body()).isEqualTo(200);
            assertThat(rotated.header("Cache-Control")).contains("no-store");
            assertThat(rotated.json().propertyNames()).containsExactly("secret");
            String second = secret(rotated);
            assertThat(second).startsWith("whsec_");
            assertThat(Base64.getDecoder().decode(second.substring("whsec_".length())))
                    .hasSize(32);
            List<SigningSecret> secrets = await(topic, all -> values(all).equals(List.of(second, FIRST)));
            assertThat(secrets.getFirst().expiresAt()).isNull();
            assertThat(secrets.getLast().expiresAt())
                    .isBetween(
                            now.plus(Duration.ofHours(24)).minusSeconds(30),
                            now.plus(Duration.ofHours(24)).plusSeconds(5));

            Instant shown =
                    Instant.parse(state(webhook).path("formerSecretUntil").stringValue());
            assertThat(shown).isEqualTo(secrets.getLast().expiresAt());

            String third = secret(live.post(secretOf(webhook), "{}"));
            assertThat(third).isNotEqualTo(second);
            await(topic, all -> values(all).equals(List.of(third, second)));
        }
    }

    @Test
    void aWebhookWithoutASecretGetsOne() {
        String webhook = register("");
        try (var topic = new TopicWatch<>(Platform.get().kafka(), Topics.WEBHOOK_REGISTRATIONS)) {
            await(topic, List::isEmpty);
            assertThat(state(webhook).path("hasSecret").booleanValue()).isFalse();

            String first = secret(live.post(secretOf(webhook), "{}"));

            assertThat(await(topic, all -> !all.isEmpty())).containsExactly(new SigningSecret(first, null));
        }
        assertThat(state(webhook).path("hasSecret").booleanValue()).isTrue();
        assertThat(state(webhook).path("formerSecretUntil").isNull()).isTrue();
    }

    @Test
    void aFormerSecretThatSignsNoMoreIsNotShown() {
        String webhook = register(",\"secret\":\"" + FIRST + '"');
        live.post(secretOf(webhook), "{}");
        replica.bean(DatabaseClient.class)
                .sql("UPDATE webhooks SET former_secret_until = now() WHERE id = CAST(:id AS uuid)")
                .bind("id", webhook)
                .then()
                .block(Duration.ofSeconds(20));

        assertThat(state(webhook).path("hasSecret").booleanValue()).isTrue();
        assertThat(state(webhook).path("formerSecretUntil").isNull()).isTrue();
    }

    /** Otherwise all deliveries would fail for another day. */
    @Test
    void aSecretThatDoesNotOpenIsNotKeptBesideTheNewOne() {
        String webhook = register(",\"secret\":\"" + FIRST + '"');
        replica.bean(DatabaseClient.class)
                .sql("UPDATE webhooks SET secret = 'enc:v1:gone:AAAA' WHERE id = CAST(:id AS uuid)")
                .bind("id", webhook)
                .then()
                .block(Duration.ofSeconds(20));
        try (var topic = new TopicWatch<>(Platform.get().kafka(), Topics.WEBHOOK_REGISTRATIONS)) {
            String second = secret(live.post(secretOf(webhook), "{}"));

            await(topic, all -> values(all).equals(List.of(second)));
        }
    }

    @Test
    void answersNeverRepeatASecret() {
        String webhook = register("");
        String secret = secret(live.post(secretOf(webhook), "{}"));

        assertThat(live.get(WEBHOOKS).body()).doesNotContain(secret);
        assertThat(live.get(WEBHOOKS + '/' + webhook).body()).doesNotContain(secret, "secret");
    }

    /** After a lost response nobody else knows a secret that the service created; a repetition must not rotate again. */
    @Test
    void aRotationToOnesOwnSecretCanBeRepeated() {
        String webhook = register(",\"secret\":\"" + FIRST + '"');
        String body = "{\"secret\":\"fedcba9876543210\"}";
        try (var topic = new TopicWatch<>(Platform.get().kafka(), Topics.WEBHOOK_REGISTRATIONS)) {
            ApiClient repeating = live.header("Idempotency-Key", "again");
            Answer rotated = repeating.post(secretOf(webhook), body);
            Answer repeated = repeating.post(secretOf(webhook), body);

            assertThat(secret(rotated)).isEqualTo("fedcba9876543210");
            assertThat(repeated.status()).isEqualTo(200);
            assertThat(repeated.header("Idempotent-Replayed")).contains("true");
            assertThat(repeated.body()).isEqualTo("{}");
            await(topic, all -> values(all).equals(List.of("fedcba9876543210", FIRST)));
        }
    }

    /** Otherwise it would be both the new secret and the former one, and the real former one would sign no more. */
    @Test
    void theSecretThatAWebhookHasIsNotNew() {
        String webhook = register(",\"secret\":\"" + FIRST + '"');
        String second = "fedcba9876543210";
        try (var topic = new TopicWatch<>(Platform.get().kafka(), Topics.WEBHOOK_REGISTRATIONS)) {
            for (int i = 0; i < 2; i++) {
                Answer rotated = live.post(secretOf(webhook), "{\"secret\":\"" + second + "\"}");
                assertThat(rotated.status()).as(rotated.body()).isEqualTo(200);
                assertThat(secret(rotated)).isEqualTo(second);
            }
            live.send("PATCH", WEBHOOKS + '/' + webhook, "{\"active\":false}");
            topic.await(
                    tenant.id(),
                    all -> all != null && !all.webhooks().getFirst().active());

            assertThat(values(await(topic, _ -> true))).containsExactly(second, FIRST);
        }
    }

    @Test
    void aSecretThatIsNoneIsRefused() {
        String webhook = register(",\"secret\":\"" + FIRST + '"');

        Answer refused = live.post(secretOf(webhook), "{\"secret\":\"whsec_short\",\"name\":\"x\"}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.fields()).containsExactlyInAnyOrder("secret", "name");
        assertThat(refused.body()).doesNotContain("whsec_short");
    }

    @Test
    void onlyTheWebhooksOrganisationAndModeMayRotate() {
        String webhook = register(",\"secret\":\"" + FIRST + '"');
        try (var topic = new TopicWatch<>(Platform.get().kafka(), Topics.WEBHOOK_REGISTRATIONS)) {
            assertThat(tenant.test().post(secretOf(webhook), "{}").problem()).isEqualTo("not-found");
            assertThat(Tenant.of(replica, Tier.SCALE)
                            .live()
                            .post(secretOf(webhook), "{}")
                            .status())
                    .isEqualTo(404);
            assertThat(live.post(secretOf("nothing"), "{}").status()).isEqualTo(404);

            assertThat(await(topic, all -> !all.isEmpty())).containsExactly(new SigningSecret(FIRST, null));
        }
    }

    /** Reads past records with a secret that is not sealed with the development key. */
    private List<SigningSecret> await(
            TopicWatch<String, OrganisationWebhooks> topic, Predicate<List<SigningSecret>> wanted) {
        topic.await(
                tenant.id(),
                webhooks -> webhooks != null
                        && webhooks.webhooks().size() == 1
                        && areSealed(webhooks.webhooks().getFirst().secrets())
                        && wanted.test(opened(webhooks.webhooks().getFirst())));
        OrganisationWebhooks webhooks = Objects.requireNonNull(topic.get(tenant.id()));
        return opened(webhooks.webhooks().getFirst());
    }

    private static boolean areSealed(List<SigningSecret> secrets) {
        return secrets.stream().allMatch(secret -> secret.value().startsWith("enc:v1:development:"));
    }

    private List<SigningSecret> opened(WebhookRegistration webhook) {
        SecretOwner owner = new SecretOwner(tenant.id(), webhook.id());
        return webhook.secrets().stream()
                .map(secret -> new SigningSecret(CIPHER.open(secret.value(), owner), secret.expiresAt()))
                .toList();
    }

    private static List<String> values(List<SigningSecret> secrets) {
        return secrets.stream().map(SigningSecret::value).toList();
    }

    private JsonNode state(String webhook) {
        return live.get(WEBHOOKS + '/' + webhook).json();
    }

    private String register(String secret) {
        return live.post(WEBHOOKS, "{\"url\":\"http://127.0.0.1:9/hook\",\"events\":[\"charger.boot\"]" + secret + '}')
                .json()
                .path("id")
                .stringValue();
    }

    private static String secretOf(String webhook) {
        return WEBHOOKS + '/' + webhook + "/secret";
    }

    private static String secret(Answer rotated) {
        return rotated.json().path("secret").stringValue();
    }
}
