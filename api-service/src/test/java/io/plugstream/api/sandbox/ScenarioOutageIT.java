package io.plugstream.api.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.log.AcknowledgedLog;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.sandbox.SandboxOrder;
import io.plugstream.model.topic.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;

/** Test chargers while the broker rejects the sandbox's orders. Calls are still counted; their topic is another. */
class ScenarioOutageIT {

    private static final String CHARGER = "/api/v1/sandbox/chargers/CP-1";
    private static final String SCENARIOS = CHARGER + "/scenarios";
    private static final String NORMAL = "{\"scenario\":\"normalSession\"}";

    private final ApiReplica replica = Replicas.first();
    private final Tenant tenant = Tenant.of(replica, Tier.FREE);
    private final ApiClient keyed = tenant.test().header("Idempotency-Key", "scenario");
    private final ChargerId id = new ChargerId(tenant.id(), "CP-1");

    @Test
    void aScenarioThatKafkaDidNotAcceptIsRetriedWithItsIdempotencyKey() throws Exception {
        register();

        alter(AlterConfigOp.OpType.SET);
        try {
            awaitOrders(false);
            Answer refused = keyed.post(SCENARIOS, NORMAL);
            assertThat(refused.status()).as(refused.body()).isEqualTo(503);
        } finally {
            alter(AlterConfigOp.OpType.DELETE);
        }
        awaitOrders(true);

        Answer retried = keyed.post(SCENARIOS, NORMAL);
        assertThat(retried.status()).as(retried.body()).isEqualTo(202);
        assertThat(retried.header("Idempotent-Replayed")).isEmpty();
        assertThat(keyed.post(SCENARIOS, NORMAL).header("Idempotent-Replayed")).contains("true");
    }

    /** A later call wakes it, too. */
    @Test
    void aChangeThatWakesTheChargerDoesNotFailWithTheOrder() throws Exception {
        register();

        alter(AlterConfigOp.OpType.SET);
        try {
            awaitOrders(false);
            Answer changed = tenant.test().send("PATCH", CHARGER, "{\"simulated\":true,\"powerW\":22000}");
            assertThat(changed.status()).as(changed.body()).isEqualTo(200);
            assertThat(changed.json().path("powerW").intValue()).isEqualTo(22_000);
        } finally {
            alter(AlterConfigOp.OpType.DELETE);
        }
    }

    private void register() {
        Answer registered = tenant.test().post("/api/v1/chargers", "{\"chargeBoxId\":\"CP-1\"}");
        assertThat(registered.status()).as(registered.body()).isEqualTo(201);
    }

    /** Limits the topic's records to a byte, or removes this limit. */
    private static void alter(AlterConfigOp.OpType change) throws Exception {
        try (Admin admin = Admin.create(Map.<String, Object>of(
                "bootstrap.servers", Platform.get().kafka().bootstrapServers()))) {
            admin.incrementalAlterConfigs(Map.of(
                            new ConfigResource(ConfigResource.Type.TOPIC, Topics.SANDBOX_ORDERS.name()),
                            List.of(new AlterConfigOp(new ConfigEntry("max.message.bytes", "1"), change))))
                    .all()
                    .get(20, TimeUnit.SECONDS);
        }
    }

    private void awaitOrders(boolean accepted) {
        AcknowledgedLog log = replica.bean(AcknowledgedLog.class);
        await("orders that the broker " + (accepted ? "accepts" : "rejects"))
                .atMost(Duration.ofSeconds(30))
                .until(() -> Boolean.valueOf(accepted)
                        .equals(log.append(Topics.SANDBOX_ORDERS, id, new SandboxOrder.Use(Instant.now()))
                                .thenReturn(true)
                                .onErrorReturn(false)
                                .block()));
    }
}
