package io.plugstream.api.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.log.AcknowledgedLog;
import io.plugstream.api.log.LateAcknowledgements;
import io.plugstream.api.outbox.TopicWatch;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Tenant;
import io.plugstream.api.projection.EventLog;
import io.plugstream.api.projection.Story;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.digest.Sha256;
import io.plugstream.model.json.Json;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.sandbox.SandboxAction;
import io.plugstream.model.sandbox.SandboxOrder;
import io.plugstream.model.topic.Topic;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** POSTs whose record Kafka has, although its acknowledgement came too late, or whose record Kafka refused. */
class LateAcknowledgementIT {

    private static final String CHARGERS = "/api/v1/chargers";
    private static final String REGISTRATION = "{\"chargeBoxId\":\"CP-1\"}";
    private static final String RESET = "{\"action\":\"Reset\",\"payload\":{\"type\":\"Soft\"}}";
    private static final String PASSWORD = "0123456789abcdef0123456789abcdef+";

    private static final ApiReplica REPLICA =
            ApiReplica.ready(LateAcknowledgements::replace, "--plugstream.commands.patience=0s");

    private final LateAcknowledgements log = (LateAcknowledgements) REPLICA.bean(AcknowledgedLog.class);
    private final Tenant tenant = Tenant.of(REPLICA, Tier.SCALE);
    private final ApiClient live = tenant.live();
    private final ChargerId charger = new ChargerId(tenant.id(), "CP-1");

    @AfterAll
    static void stop() {
        REPLICA.close();
    }

    @Test
    void aCommandIsNotSentAgain() {
        connect();
        ApiClient keyed = live.header("Idempotency-Key", "reset");
        try (var commands = watch(Topics.CHARGER_COMMANDS)) {
            Answer unknown = log.late(Topics.CHARGER_COMMANDS, () -> command(keyed, RESET));
            assertThat(unknown.status()).as(unknown.body()).isEqualTo(503);
            commands.await(charger, Objects::nonNull);
            ChargerCommand sent = Objects.requireNonNull(commands.get(charger));
            assertThat(unknown.json().path("detail").stringValue())
                    .contains(sent.commandId().toString());

            Answer retried = command(keyed, RESET);
            assertThat(retried.status()).as(retried.body()).isEqualTo(202);
            assertThat(retried.header("Idempotent-Replayed")).contains("true");
            assertThat(retried.header("Location")).contains("/api/v1/commands/" + sent.commandId());
            assertThat(retried.json().path("id").stringValue())
                    .isEqualTo(sent.commandId().toString());
            end(sent);
            await().until(() ->
                    live.get("/api/v1/commands/" + sent.commandId()).body().contains("\"accepted\""));

            command(live, RESET);
            commands.await(charger, next -> !sent.equals(next));
            assertThat(commands.seen(charger)).isEqualTo(2);
        }
    }

    @Test
    void theChargersNewPasswordIsTakenOver() {
        connect();
        try (var commands = watch(Topics.CHARGER_COMMANDS);
                var registrations = watch(Topics.CHARGER_REGISTRATIONS)) {
            Answer unknown = log.late(
                    Topics.CHARGER_COMMANDS,
                    () -> command(
                            live,
                            "{\"action\":\"ChangeConfiguration\",\"payload\":{\"key\":\"AuthorizationKey\",\"value\":\""
                                    + PASSWORD + "\"}}"));
            assertThat(unknown.status()).as(unknown.body()).isEqualTo(503);
            commands.await(charger, Objects::nonNull);

            end(Objects.requireNonNull(commands.get(charger)));

            registrations.await(
                    charger, known -> known != null && known.passwordHash().equals(Sha256.hex(PASSWORD)));
        }
    }

    @Test
    void aRefusedCommandIsRetriedWithItsIdempotencyKey() {
        connect();
        ApiClient keyed = live.header("Idempotency-Key", "refused");

        Answer refused = log.refused(Topics.CHARGER_COMMANDS, () -> command(keyed, RESET));

        assertThat(refused.status()).as(refused.body()).isEqualTo(503);
        assertThat(live.get(CHARGERS + "/CP-1/commands").json().path("commands"))
                .isEmpty();
        assertThat(command(keyed, RESET).status()).isEqualTo(202);
    }

    @Test
    void anActionOfATestChargerIsNotDoneAgain() {
        tenant.test().post(CHARGERS, REGISTRATION);
        ApiClient keyed = tenant.test().header("Idempotency-Key", "swipe");
        try (var orders = watch(Topics.SANDBOX_ORDERS)) {
            Answer unknown = log.late(Topics.SANDBOX_ORDERS, () -> act(keyed, "swipe"));
            assertThat(unknown.status()).as(unknown.body()).isEqualTo(503);

            assertUnknown(act(keyed, "swipe"));
            act(tenant.test(), "plugIn");
            orders.await(charger, order -> isAct(order, SandboxAction.PLUG_IN));
            assertThat(orders.seen(charger)).isEqualTo(2);
        }
    }

    @Test
    void aRefusedActionIsRetriedWithItsIdempotencyKey() {
        tenant.test().post(CHARGERS, REGISTRATION);
        ApiClient keyed = tenant.test().header("Idempotency-Key", "swipe");

        assertThat(log.refused(Topics.SANDBOX_ORDERS, () -> act(keyed, "swipe")).status())
                .isEqualTo(503);

        assertThat(act(keyed, "swipe").status()).isEqualTo(202);
        assertThat(act(keyed, "swipe").header("Idempotent-Replayed")).contains("true");
    }

    @Test
    void aTestEventIsNotSentAgain() {
        Answer created =
                live.post("/api/v1/webhooks", "{\"url\":\"http://127.0.0.1:9/hook\",\"events\":[\"charger.boot\"]}");
        String webhook = created.json().path("id").stringValue();
        ApiClient keyed = live.header("Idempotency-Key", "sample");
        try (var samples = watch(Topics.WEBHOOK_TESTS)) {
            Answer unknown = log.late(Topics.WEBHOOK_TESTS, () -> sample(keyed, webhook));
            assertThat(unknown.status()).as(unknown.body()).isEqualTo(503);

            assertUnknown(sample(keyed, webhook));
            String next = sample(live, webhook).json().path("eventId").stringValue();
            samples.await(
                    webhook,
                    sample -> sample != null && sample.eventId().toString().equals(next));
            assertThat(samples.seen(webhook)).isEqualTo(2);
        }
    }

    private void connect() {
        live.post(CHARGERS, REGISTRATION);
        try (EventLog events = new EventLog(Platform.get().kafka())) {
            events.append(new Story(tenant.id(), "CP-1").connected());
        }
        await().atMost(Duration.ofSeconds(30))
                .until(() -> live.get(CHARGERS + "/CP-1").body().contains("\"online\""));
    }

    private static Answer command(ApiClient client, String body) {
        return client.post(CHARGERS + "/CP-1/commands", body);
    }

    private static Answer act(ApiClient client, String action) {
        return client.post("/api/v1/sandbox/chargers/CP-1/actions", "{\"action\":\"" + action + "\"}");
    }

    private static boolean isAct(@Nullable SandboxOrder order, SandboxAction wanted) {
        return order instanceof SandboxOrder.Act act && act.action() == wanted;
    }

    private static Answer sample(ApiClient client, String webhook) {
        return client.send("POST", "/api/v1/webhooks/" + webhook + "/test", null);
    }

    private void end(ChargerCommand command) {
        log.append(
                        Topics.COMMAND_RESULTS,
                        charger,
                        new CommandResult.Answered(
                                command.commandId(),
                                Instant.now(),
                                Json.mapper().createObjectNode().put("status", "Accepted")))
                .block();
    }

    private static void assertUnknown(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(409);
        assertThat(answer.json().path("detail").stringValue()).contains("may have taken effect");
    }

    private static <K, V> TopicWatch<K, V> watch(Topic<K, V> topic) {
        return new TopicWatch<>(Platform.get().kafka(), topic);
    }
}
