package io.plugstream.api.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.api.RunningService;
import io.plugstream.api.RunningService.Database;
import io.plugstream.base.secret.SecretCipher;
import io.plugstream.base.secret.SecretKeyProperties;
import io.plugstream.base.secret.SecretOwner;
import io.plugstream.local.DevelopmentKey;
import io.plugstream.model.charger.ChargerId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Writes rows as the API does, each with its outbox row in one statement. */
record Settings(Database database) {

    static final String HASH = "0".repeat(64);

    /** The secret of every webhook, in the clear. */
    static final String SECRET = "0123456789abcdef";

    private static final SecretCipher CIPHER = new SecretKeyProperties(List.of(DevelopmentKey.VALUE)).cipher();

    void addOrganisation(String id, String tier) {
        database.run("INSERT INTO organisations VALUES (?, ?, ?, ?)", id, id, tier, Instant.now());
    }

    void addCharger(ChargerId id) {
        database.run(
                "WITH charger AS (INSERT INTO chargers VALUES (?, ?, 'live', NULL, ?, ?))"
                        + " INSERT INTO outbox (topic, key) VALUES ('charger-registrations', ?)",
                id.organisationId(),
                id.chargeBoxId(),
                HASH,
                Instant.now(),
                id.toString());
    }

    void removeCharger(ChargerId id) {
        database.run(
                "WITH gone AS (DELETE FROM chargers WHERE organisation_id = ? AND charge_box_id = ?)"
                        + " INSERT INTO outbox (topic, key) VALUES ('charger-registrations', ?)",
                id.organisationId(),
                id.chargeBoxId(),
                id.toString());
    }

    UUID addWebhook(String organisation, String url) {
        UUID id = UUID.randomUUID();
        database.run(
                "WITH webhook AS (INSERT INTO webhooks VALUES (?, ?, 'live', ?, '{charger.boot}', true, ?, ?))"
                        + " INSERT INTO outbox (topic, key) VALUES ('webhook-registrations', ?)",
                id,
                organisation,
                url,
                seal(SECRET, organisation, id),
                Instant.now(),
                organisation);
        return id;
    }

    static String seal(String secret, String organisation, UUID webhook) {
        return CIPHER.seal(secret, new SecretOwner(organisation, webhook.toString()));
    }

    void changeUrl(UUID webhook, String organisation, String url) {
        database.run(
                "WITH changed AS (UPDATE webhooks SET url = ? WHERE id = ?)"
                        + " INSERT INTO outbox (topic, key) VALUES ('webhook-registrations', ?)",
                url,
                webhook,
                organisation);
    }

    void changeTier(String organisation, String tier) {
        database.run(
                "WITH changed AS (UPDATE organisations SET tier = ? WHERE id = ?)"
                        + " INSERT INTO outbox (topic, key) VALUES ('webhook-registrations', ?)",
                tier,
                organisation,
                organisation);
    }

    void awaitEmptyOutbox() {
        await().untilAsserted(() ->
                assertThat(database.ask("SELECT count(*) FROM outbox")).isEqualTo("0"));
    }

    static void awaitLead(RunningService service) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(gauge(service, "plugstream.api.outbox.leading"))
                        .isOne());
    }

    static double gauge(RunningService service, String name) {
        return service.bean(MeterRegistry.class).get(name).gauge().value();
    }
}
