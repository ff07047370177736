package io.plugstream.api.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.Tier;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

/** Who creates and who removes things is in the log. */
class AuditIT {

    private static final String KEYS = "/api/v1/auth/api-keys";
    private static final String CHARGERS = "/api/v1/chargers";
    private static final String WEBHOOKS = "/api/v1/webhooks";
    private static final String WEBHOOK =
            "{\"url\":\"http://127.0.0.1:9/hook\",\"events\":[\"charger.boot\"],\"secret\":\"0123456789abcdef\"}";

    private final ApiReplica replica = Replicas.first();
    private final Tenant tenant = Tenant.of(replica, Tier.SCALE);
    private final ApiClient user = person("ada");
    private final Lines lines = new Lines(tenant.id());

    @BeforeEach
    void listen() {
        lines.start();
        logger().addAppender(lines);
    }

    @AfterEach
    void leave() {
        logger().detachAppender(lines);
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(Audit.class);
    }

    @Test
    void keysWebhooksAndChargersAreNotedWithTheirAuthor() {
        Answer key = user.post(KEYS, "{\"name\":\"billing\"}");
        String keyId = id(key);
        ApiClient client = replica.client().key(key.json().path("key").stringValue());
        String webhook = id(client.post(WEBHOOKS, WEBHOOK));
        client.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}");
        user.delete(CHARGERS + "/CP-1");
        user.delete(WEBHOOKS + '/' + webhook);
        user.delete(KEYS + '/' + keyId);

        lines.contain(
                "API key created " + keyId + " ID_TOKEN ada",
                "Webhook created " + webhook + " API_KEY " + keyId,
                "Charger registered CP-1 API_KEY " + keyId,
                "Charger deleted CP-1 ID_TOKEN ada",
                "Webhook deleted " + webhook + " ID_TOKEN ada",
                "API key revoked " + keyId + " ID_TOKEN ada");
    }

    @Test
    void changesOfReceiversAndSecretsAreNotedWithTheirAuthor() {
        String webhook = WEBHOOKS + '/' + id(user.post(WEBHOOKS, WEBHOOK));
        user.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}");
        user.send("PATCH", webhook, "{\"url\":\"http://127.0.0.1:9/other\"}");
        user.post(webhook + "/secret", "{\"secret\":\"fedcba9876543210\"}");
        user.post(webhook + "/secret", "{\"secret\":\"fedcba9876543210\"}");
        user.send("POST", CHARGERS + "/CP-1/password", null);
        assertThat(user.send("PATCH", WEBHOOKS + '/' + UUID.randomUUID(), "{\"active\":false}")
                        .status())
                .isEqualTo(404);

        String id = webhook.substring(WEBHOOKS.length() + 1);
        lines.contain(
                "Webhook created " + id + " ID_TOKEN ada",
                "Charger registered CP-1 ID_TOKEN ada",
                "Webhook changed " + id + " ID_TOKEN ada",
                "Webhook secret changed " + id + " ID_TOKEN ada",
                "Charger password changed CP-1 ID_TOKEN ada");
    }

    @Test
    void onlyWhatIsCommittedIsNotedAndOnlyOnce() {
        ApiClient repeating = user.header("Idempotency-Key", UUID.randomUUID().toString());
        assertThat(repeating.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}").status())
                .isEqualTo(201);
        assertThat(repeating.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}").status())
                .isEqualTo(201);
        assertThat(user.header("Idempotency-Key", UUID.randomUUID().toString())
                        .post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}")
                        .status())
                .isEqualTo(409);
        assertThat(user.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}").status()).isEqualTo(409);
        assertThat(user.delete(CHARGERS + "/CP-2").status()).isEqualTo(404);
        user.post(CHARGERS + "/batch", "{\"chargers\":[{\"chargeBoxId\":\"CP-1\"},{\"chargeBoxId\":\"CP-3\"}]}");

        lines.contain("Charger registered CP-1 ID_TOKEN ada", "Charger registered CP-3 ID_TOKEN ada");
    }

    /** Registrations that come at once share a transaction. */
    @Test
    void eachOfManyRegistrationsIsNotedWithItsOwnAuthor() throws Exception {
        List<String> authors =
                IntStream.range(0, 12).mapToObj(number -> "author-" + number).toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(authors.size())) {
            List<Future<Answer>> answers = authors.stream()
                    .map(author -> threads.submit(
                            () -> person(author).post(CHARGERS, "{\"chargeBoxId\":\"of-" + author + "\"}")))
                    .toList();
            for (Future<Answer> answer : answers) {
                assertThat(answer.get().status()).isEqualTo(201);
            }
        }

        lines.contain(authors.stream()
                .map(author -> "Charger registered of-" + author + " ID_TOKEN " + author)
                .toArray(String[]::new));
    }

    private ApiClient person(String subject) {
        return replica.client()
                .token(Platform.get()
                        .tokens()
                        .token(claims -> claims.claim("org_id", tenant.id()).subject(subject)));
    }

    private static String id(Answer created) {
        assertThat(created.status()).as(created.body()).isEqualTo(201);
        return created.json().path("id").stringValue();
    }

    /** The lines of one organisation. */
    private static final class Lines extends AppenderBase<ILoggingEvent> {

        private final String organisation;
        private final List<String> texts = new CopyOnWriteArrayList<>();

        Lines(String organisation) {
            this.organisation = organisation;
        }

        @Override
        protected void append(ILoggingEvent line) {
            if (value(line, "organisation").equals(organisation)) {
                texts.add(String.join(
                        " ", line.getMessage(), value(line, "id"), value(line, "credential"), value(line, "by")));
            }
        }

        private static String value(ILoggingEvent line, String name) {
            return line.getKeyValuePairs().stream()
                    .filter(pair -> pair.key.equals(name))
                    .map((KeyValuePair pair) -> String.valueOf(pair.value))
                    .findFirst()
                    .orElseThrow();
        }

        void contain(String... expected) {
            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(texts).containsExactlyInAnyOrder(expected));
        }
    }
}
