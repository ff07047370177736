package io.plugstream.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.api.projection.DeliveryLog;
import io.plugstream.api.projection.EventLog;
import io.plugstream.api.projection.Story;
import io.plugstream.model.event.EventType;
import io.plugstream.model.quota.Tier;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.r2dbc.core.DatabaseClient;

/** Streams at one replica report changes made at another. */
class ListChangesIT {

    private static final String KEYS = "/api/v1/auth/api-keys";
    private static final Duration SOON = Duration.ofSeconds(2);

    private final ApiReplica replica = Replicas.first();
    private final Tenant tenant = Tenant.of(replica, Tier.SCALE);
    private final ApiClient live = tenant.live();
    private final StreamReader asked = stream(tenant, "?changes=true");
    private final StreamReader plain = stream(tenant, "");
    private final StreamReader elsewhere = stream(Tenant.of(replica, Tier.SCALE), "?changes=true");

    private static StreamReader stream(Tenant tenant, String query) {
        String token = Platform.get().tokens().token(tenant.id());
        StreamReader reader = StreamReader.open(
                Replicas.second().port(), "/api/v1/events" + query, Map.of("Authorization", "Bearer " + token), 1_000);
        await().atMost(Duration.ofSeconds(20)).until(() -> !reader.blocks().isEmpty());
        return reader;
    }

    @AfterEach
    void close() {
        asked.close();
        plain.close();
        elsewhere.close();
    }

    @Test
    void streamsThatAskReceiveListChanges() {
        ApiClient user = replica.client().token(Platform.get().tokens().token(tenant.id()));

        ApiClient.Answer made = user.post(KEYS, "{\"name\":\"k\",\"mode\":\"live\"}");
        awaitTold("keys", 1);
        user.delete(KEYS + '/' + made.json().path("id").stringValue());
        awaitTold("keys", 2);
        live.post("/api/v1/chargers", "{\"chargeBoxId\":\"CP-1\"}");
        awaitTold("chargers", 1);
        live.send("PATCH", "/api/v1/chargers/CP-1", "{\"name\":\"Front\"}");
        awaitTold("chargers", 2);
        live.delete("/api/v1/chargers/CP-1");
        awaitTold("chargers", 3);
        live.post("/api/v1/webhooks", "{\"url\":\"http://127.0.0.1:9/hook\",\"events\":[\"charger.boot\"]}");
        awaitTold("webhooks", 1);
        Tenant.setTier(replica, tenant.id(), Tier.GROWTH);
        awaitTold("organisation", 1);
        try (DeliveryLog log = new DeliveryLog(Platform.get().kafka())) {
            log.append(DeliveryLog.claim(
                    tenant.id(), UUID.randomUUID().toString(), EventType.CHARGER_BOOT, Instant.now()));
            awaitTold("deliveries", 1);
        }
        change("INSERT INTO daily_usage (organisation_id, day, used) VALUES (:organisation, '2026-01-31', 1)");
        awaitTold("usage", 1);

        awaitCommandsTold();

        assertThat(asked.events()).allSatisfy(block -> assertThat(block.id()).isNull());
        assertThat(plain.events()).isEmpty();
        assertThat(elsewhere.events()).extracting(StreamReader.Block::data).doesNotContain("{\"list\":\"chargers\"}");
    }

    private void awaitCommandsTold() {
        change("""
                INSERT INTO commands (id, organisation_id, mode, charge_box_id, action, status, created_at, expires_at)
                VALUES (gen_random_uuid(), :organisation, 'live', 'CP-1', 'Reset', 'queued', now(), now())""");
        awaitTold("commands", 1);
        change("UPDATE commands SET status = 'accepted' WHERE organisation_id = :organisation");
        awaitTold("commands", 2);
        change("UPDATE commands SET transaction_id = 7 WHERE organisation_id = :organisation");
        awaitTold("commands", 3);
        change("UPDATE commands SET status = 'queued' WHERE organisation_id = :organisation");
        awaitTold("commands", 4);
        change("DELETE FROM commands WHERE organisation_id = :organisation");
        awaitTold("commands", 5);
    }

    /** Events report all other changes to transactions. */
    @Test
    void ofTransactionsStreamsReceiveOnlyOrphans() {
        Story story = new Story(tenant.id(), "CP-1");
        try (EventLog log = new EventLog(Platform.get().kafka())) {
            log.append(
                    story.started(7, 0), story.metered(7, "100"), story.metered(null, "100"), story.stopped(7, 0, 200));
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> live.get("/api/v1/transactions/7").body().contains("completed"));
            log.append(story.stoppedWithoutStart(8, 5_000));
            awaitTold("transactions", 1);
            log.append(story.event(story.metered(8, "100").data(), true), story.stoppedWithoutStart(9, 5_000));
            awaitTold("transactions", 2);
            assertThat(told("transactions")).hasSize(2);
        }
    }

    @Test
    void operatorsReceiveNewAndChangedOrganisations() {
        String operator = "Bearer " + Platform.get().tokens().operator();
        try (StreamReader told = StreamReader.open(
                Replicas.second().port(), "/admin/v1/events", Map.of("Authorization", operator), 1_000)) {
            await().atMost(Duration.ofSeconds(20)).until(() -> !told.events().isEmpty());
            assertThat(told.events()).extracting(StreamReader.Block::event).containsOnly("heartbeat");

            Tenant made = Tenant.of(replica, Tier.FREE);
            await().atMost(SOON).until(() -> changes(told) > 0);
            long before = changes(told);
            Tenant.setTier(replica, made.id(), Tier.GROWTH);
            await().atMost(SOON).until(() -> changes(told) > before);
        }
        assertThat(replica.client()
                        .token(Platform.get().tokens().token(tenant.id()))
                        .get("/admin/v1/events")
                        .status())
                .isEqualTo(403);
    }

    private static long changes(StreamReader told) {
        return told.events().stream()
                .filter(block -> "{\"list\":\"organisations\"}".equals(block.data()))
                .count();
    }

    /** A person who tries a new key sees at once that it works. */
    @Test
    void theFirstUseOfAKeyIsPublishedAtOnce() {
        live.get("/api/v1/chargers");

        awaitTold("keys", 1);
        assertThat(live.get(KEYS).json().path("apiKeys"))
                .anySatisfy(key -> assertThat(key.path("lastUsed").isNull()).isFalse());
    }

    @Test
    void streamsThatAskGetAHeartbeatEverySecond() {
        try (StreamReader beating = stream(tenant, "?heartbeats=true")) {
            await().atMost(Duration.ofSeconds(20)).until(() -> beating.events().size() > 3);
            assertThat(beating.events()).allSatisfy(block -> {
                assertThat(block.event()).isEqualTo("heartbeat");
                assertThat(block.id()).isNull();
            });
        }
        assertThat(plain.events()).isEmpty();
    }

    private void awaitTold(String list, int times) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(told(list))
                        .as("%s of %s", list, asked.events())
                        .hasSizeGreaterThanOrEqualTo(times));
    }

    private List<StreamReader.Block> told(String list) {
        return asked.events().stream()
                .filter(block ->
                        "list.changed".equals(block.event()) && ("{\"list\":\"" + list + "\"}").equals(block.data()))
                .toList();
    }

    private void change(String sql) {
        replica.bean(DatabaseClient.class)
                .sql(sql)
                .bind("organisation", tenant.id())
                .then()
                .block(Duration.ofSeconds(10));
    }
}
