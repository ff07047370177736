package io.plugstream.api.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.base.secret.SecretCipher;
import io.plugstream.base.secret.SecretKeyProperties;
import io.plugstream.base.secret.SecretOwner;
import io.plugstream.local.DevelopmentKey;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxCharger;
import io.plugstream.model.topic.Topics;
import io.plugstream.model.webhook.SigningSecret;
import io.plugstream.parts.Kafka;
import io.plugstream.parts.RealParts;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanCreationException;

/** How secrets in the database follow a change of the keys. */
class SecretSealingIT {

    private static final String PRESENT = Settings.SECRET;
    private static final String FORMER = "fedcba9876543210";
    private static final String NEXT = "next:" + Base64.getEncoder().encodeToString(new byte[32]);

    static final Kafka kafka = RealParts.kafka();
    static Database database;

    @BeforeAll
    static void start() {
        database = Database.fresh(RealParts.postgres());
    }

    @Test
    void secretsAreSealedAgainWhenTheKeyChanges() {
        Settings settings = new Settings(database);
        settings.addOrganisation("sealed", "Scale");
        UUID webhook = settings.addWebhook("sealed", "https://example.com/");
        database.run(
                "UPDATE webhooks SET former_secret = ?, former_secret_until = ? WHERE id = ?",
                Settings.seal(FORMER, "sealed", webhook),
                Instant.now().plusSeconds(3_600),
                webhook);

        assertThat(published(webhook, "enc:v1:development:", DevelopmentKey.VALUE))
                .containsExactly(PRESENT, FORMER);
        assertThat(published(webhook, "enc:v1:next:", NEXT + ',' + DevelopmentKey.VALUE))
                .containsExactly(PRESENT, FORMER);
        String sealed = stored("secret", webhook);
        assertThat(published(webhook, "enc:v1:next:", NEXT)).containsExactly(PRESENT, FORMER);
        assertThat(stored("secret", webhook)).isEqualTo(sealed);

        // Without its key a secret is kept unchanged, because the key may be configured again.
        assertThat(published(webhook, "enc:v1:next:", NEXT, DevelopmentKey.VALUE))
                .containsExactly(PRESENT, FORMER);
        assertThat(stored("secret", webhook)).isEqualTo(sealed);
    }

    /** They are read 100 at a time. */
    @Test
    void secretsOfManyWebhooksAreSealedAgain() {
        new Settings(database).addOrganisation("many", "Scale");
        List<UUID> webhooks =
                Stream.generate(UUID::randomUUID).limit(250).sorted().toList();
        database.run(
                "INSERT INTO webhooks SELECT id::uuid, 'many', 'live', 'https://example.com/', '{charger.boot}', true,"
                        + " secret, now() FROM unnest(string_to_array(?, ','), string_to_array(?, ',')) AS made (id, secret)",
                webhooks.stream().map(UUID::toString).collect(Collectors.joining(",")),
                webhooks.stream()
                        .map(webhook -> Settings.seal(PRESENT, "many", webhook))
                        .collect(Collectors.joining(",")));

        RunningService.start(kafka, database, "--plugstream.secrets.keys=" + NEXT + ',' + DevelopmentKey.VALUE)
                .close();

        assertThat(database.ask("SELECT count(*) FROM webhooks WHERE organisation_id = 'many'"
                        + " AND secret LIKE 'enc:v1:next:%'"))
                .isEqualTo("250");
    }

    @Test
    void passwordsOfTestChargersAreSealedAgain() {
        Settings settings = new Settings(database);
        settings.addOrganisation("tested", "Free");
        ChargerId charger = new ChargerId("tested", "CP-1");
        SecretOwner owner = new SecretOwner("tested", SandboxCharger.owner("CP-1"));
        settings.addCharger(charger);
        database.run(
                "INSERT INTO sandbox_chargers (organisation_id, charge_box_id, password, created_at)"
                        + " VALUES (?, ?, ?, ?)",
                charger.organisationId(),
                charger.chargeBoxId(),
                cipher(DevelopmentKey.VALUE).seal("password", owner),
                Instant.now());
        String keys = "--plugstream.secrets.keys=" + NEXT + ',' + DevelopmentKey.VALUE;

        try (RunningService _ = RunningService.start(kafka, database, keys);
                var topic = new TopicWatch<>(kafka, Topics.SANDBOX_CHARGERS)) {
            topic.await(
                    charger,
                    published -> published != null && published.password().startsWith("enc:v1:next:"));

            String password = Objects.requireNonNull(topic.get(charger)).password();
            assertThat(cipher(NEXT).open(password, owner)).isEqualTo("password");
        }
    }

    @Test
    void theServiceDoesNotStartWithoutACompleteKey() {
        for (String keys : List.of("", "short:" + Base64.getEncoder().encodeToString(new byte[16]))) {
            assertThatThrownBy(() -> RunningService.start(kafka, database, "--plugstream.secrets.keys=" + keys))
                    .isInstanceOf(BeanCreationException.class)
                    .hasStackTraceContaining("plugstream.secrets.keys");
        }
    }

    private static List<String> published(UUID webhook, String head, String keys) {
        return published(webhook, head, keys, keys);
    }

    /** Runs the service with {@code serviceKeys} until the topic's secrets of the webhook begin with {@code head}. */
    private static List<String> published(UUID webhook, String head, String keys, String serviceKeys) {
        try (RunningService _ = RunningService.start(kafka, database, "--plugstream.secrets.keys=" + serviceKeys);
                var topic = new TopicWatch<>(kafka, Topics.WEBHOOK_REGISTRATIONS)) {
            assertThat(List.of(stored("secret", webhook), stored("former_secret", webhook)))
                    .allMatch(secret -> secret.startsWith(head));
            topic.await(
                    "sealed",
                    webhooks -> webhooks != null
                            && webhooks.webhooks().getFirst().secrets().stream()
                                    .allMatch(secret -> secret.value().startsWith(head)));
            SecretCipher cipher = cipher(keys);
            SecretOwner owner = new SecretOwner("sealed", webhook.toString());
            return Objects.requireNonNull(topic.get("sealed")).webhooks().getFirst().secrets().stream()
                    .map(SigningSecret::value)
                    .map(secret -> cipher.open(secret, owner))
                    .toList();
        }
    }

    private static SecretCipher cipher(String keys) {
        return new SecretKeyProperties(Arrays.asList(keys.split(","))).cipher();
    }

    private static String stored(String column, UUID webhook) {
        return database.ask("SELECT " + column + " FROM webhooks WHERE id = ?", webhook);
    }
}
