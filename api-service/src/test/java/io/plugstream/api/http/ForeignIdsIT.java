package io.plugstream.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.api.projection.DeliveryLog;
import io.plugstream.model.event.EventType;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.r2dbc.core.DatabaseClient;
import tools.jackson.databind.JsonNode;

/** Every described path with an id, called with ids of another organisation or of the other mode. */
class ForeignIdsIT {

    private final ApiReplica replica = Replicas.first();
    private final Tenant owner = Tenant.of(replica, Tier.SCALE);
    private final ApiClient test = owner.test();
    private final DatabaseClient database = replica.bean(DatabaseClient.class);

    @Test
    void onlyItsOwnerFindsAnId() {
        List<Operation> operations = Operation.all(PublishedOpenApi.get().root().path("paths")).stream()
                .filter(operation -> operation.path().matches("/api/v1/.*\\{.*"))
                .toList();
        Map<String, String> ids = ids();
        Tenant other = Tenant.of(replica, Tier.SCALE);

        List<String> found = new ArrayList<>();
        for (Operation operation : operations) {
            for (ApiClient stranger : List.of(other.live(), other.test(), owner.live())) {
                int status = stranger.send(operation.method(), path(operation, ids), body(operation))
                        .status();
                if (status != 404) {
                    found.add(operation.name() + ": " + status);
                }
            }
        }

        assertThat(operations).hasSizeGreaterThan(20);
        assertThat(found).isEmpty();
        // Otherwise the ids would prove nothing. A stream does not end.
        operations.stream()
                .filter(operation -> operation.method().equals("GET") && !isStream(operation))
                .forEach(operation -> assertThat(test.get(path(operation, ids)).status())
                        .as(operation.name())
                        .isEqualTo(200));
    }

    /** The paths of things in test mode, by their description. */
    private Map<String, String> ids() {
        String webhook = id(
                test.post(
                        "/api/v1/webhooks",
                        "{\"url\":\"http://127.0.0.1:9/h\",\"events\":[\"charger.boot\"],\"secret\":\"0123456789abcdef0123\"}"));
        test.post("/api/v1/chargers", "{\"chargeBoxId\":\"CP-1\"}");
        Map<String, String> ids = new LinkedHashMap<>();
        ids.put(
                "/api-keys/{keyId}",
                test.get("/api/v1/auth/api-keys").json().at("/apiKeys/0/id").stringValue());
        ids.put("/webhooks/{id}", webhook);
        ids.put("/deliveries/{deliveryId}", delivery(webhook));
        ids.put("/chargers/{chargeBoxId}", "CP-1");
        ids.put("/commands/{id}", command());
        ids.put(
                "/scenarios/{id}",
                id(test.post("/api/v1/sandbox/chargers/CP-1/scenarios", "{\"scenario\":\"normalSession\"}")));
        ids.put("/transactions/{transactionId}", transaction());
        return ids;
    }

    private String delivery(String webhook) {
        UUID event = UUID.randomUUID();
        UUID id = Claimed.id(event, webhook);
        try (DeliveryLog log = new DeliveryLog(Platform.get().kafka())) {
            log.append(new Claimed(id, owner.id(), Mode.TEST, webhook, event, EventType.CHARGER_BOOT, Instant.now()));
        }
        await().atMost(Duration.ofSeconds(20))
                .until(() -> test.get("/api/v1/webhooks/" + webhook + "/deliveries/" + id)
                                .status()
                        == 200);
        return id.toString();
    }

    private String command() {
        UUID id = UUID.randomUUID();
        insert("""
                INSERT INTO commands (id, organisation_id, mode, charge_box_id, action, status, reports, created_at,
                    expires_at)
                VALUES ('%s', :owner, 'test', 'CP-1', 'GetBaseReport', 'accepted', true, now(), now())""".formatted(id));
        return id.toString();
    }

    private String transaction() {
        insert("""
                INSERT INTO transactions (organisation_id, charge_box_id, mode, transaction_id, status, connector_id,
                    id_tag, meter_start, started_at, listed_at)
                VALUES (:owner, 'CP-1', 'test', 7, 'active', 1, 'TAG', 0, now(), now())""");
        return "7";
    }

    private void insert(String sql) {
        database.sql(sql).bind("owner", owner.id()).then().block();
    }

    private static String id(Answer created) {
        return created.json().path("id").stringValue();
    }

    private static String path(Operation operation, Map<String, String> ids) {
        String path = operation.path();
        for (Map.Entry<String, String> id : ids.entrySet()) {
            path = path.replace(id.getKey(), id.getKey().replaceFirst("\\{.*}", id.getValue()));
        }
        assertThat(path).as("a path whose ids this test knows").doesNotContain("{");
        return path;
    }

    private static @Nullable String body(Operation operation) {
        JsonNode example = operation.content().at("/requestBody/content/application~1json/example");
        return example.isMissingNode() ? null : example.toString();
    }

    private static boolean isStream(Operation operation) {
        return operation.content().at("/responses/200/content").has("text/event-stream");
    }
}
