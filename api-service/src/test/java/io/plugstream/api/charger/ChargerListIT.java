package io.plugstream.api.charger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.api.projection.EventLog;
import io.plugstream.api.projection.Story;
import io.plugstream.model.quota.Tier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The contents of a charger's page, the list and the summary. */
class ChargerListIT {

    private static final String CHARGERS = "/api/v1/chargers";

    private final ApiReplica replica = Replicas.first();
    private final Tenant tenant = Tenant.of(replica, Tier.SCALE);
    private final ApiClient live = tenant.live();

    @Test
    void unknownFieldsOfAChargerAreNull() {
        live.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}");

        JsonNode charger = live.get(CHARGERS + "/CP-1").json();
        assertThat(charger.propertyNames())
                .containsExactly(
                        "chargeBoxId",
                        "name",
                        "status",
                        "lastSeen",
                        "vendor",
                        "model",
                        "serialNumber",
                        "firmwareVersion",
                        "protocol",
                        "connectionUrl",
                        "connectors",
                        "evses",
                        "createdAt");
        assertThat(charger.path("connectionUrl").stringValue())
                .isEqualTo("ws://localhost:8081/ocpp/" + tenant.id() + "/CP-1");
        assertThat(live.get(CHARGERS).body()).doesNotContain("connectionUrl");
        assertThat(charger.path("status").stringValue()).isEqualTo("offline");
        assertThat(charger.path("name").isNull()).isTrue();
        assertThat(charger.path("lastSeen").isNull()).isTrue();
        assertThat(charger.path("connectors").toString()).isEqualTo("[]");
    }

    @Test
    void showsTheStateFromTheEvents() {
        live.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}");
        Story story = new Story(tenant.id(), "CP-1");
        try (EventLog log = new EventLog(Platform.get().kafka())) {
            log.append(
                    story.connected(), story.booted("1.0"), story.status(1, "Available"), story.status(2, "Faulted"));
            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                JsonNode charger = live.get(CHARGERS + "/CP-1").json();
                assertThat(charger.path("status").stringValue()).isEqualTo("online");
                assertThat(charger.path("lastSeen").stringValue()).isEqualTo("2026-01-31T09:00:04.000Z");
                assertThat(charger.path("vendor").stringValue()).isEqualTo("Acme");
                assertThat(charger.path("firmwareVersion").stringValue()).isEqualTo("1.0");
                assertThat(charger.path("protocol").stringValue()).isEqualTo("ocpp1.6");
                assertThat(charger.path("connectors").toString())
                        .isEqualTo("[{\"connectorId\":1,\"status\":\"Available\",\"errorCode\":\"NoError\","
                                + "\"updatedAt\":\"2026-01-31T09:00:03.000Z\"},{\"connectorId\":2,\"status\":\"Faulted\","
                                + "\"errorCode\":\"NoError\",\"updatedAt\":\"2026-01-31T09:00:04.000Z\"}]");
                assertThat(charger.path("evses").findValuesAsString("evseId"))
                        .as("each connector")
                        .containsExactly("1", "2");
            });
            log.append(story.disconnected());
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(live.get(CHARGERS)
                                    .json()
                                    .path("chargers")
                                    .path(0)
                                    .path("status")
                                    .stringValue())
                            .isEqualTo("offline"));
        }
    }

    @Test
    void showsTheDeviationsOfACharger() {
        live.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\"}");
        Story story = new Story(tenant.id(), "CP-1");
        try (EventLog log = new EventLog(Platform.get().kafka())) {
            log.append(
                    story.connected(), Story.deviating(story.booted("1.0"), Map.of("unknownField", 2, "longText", 1)));
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(
                            () -> assertThat(live.get(CHARGERS + "/CP-1")
                                            .json()
                                            .path("deviations")
                                            .toString())
                                    .isEqualTo(
                                            "[{\"kind\":\"longText\",\"count\":1,\"lastSeen\":\"2026-01-31T09:00:02.000Z\"},"
                                                    + "{\"kind\":\"unknownField\",\"count\":2,\"lastSeen\":\"2026-01-31T09:00:02.000Z\"}]"));
            assertThat(live.get(CHARGERS).json().path("chargers").path(0).has("deviations"))
                    .isFalse();
        }
    }

    @Test
    void pagesHoldEachChargerOnceWhileOthersAreAdded() {
        for (int i = 0; i < 7; i++) {
            live.post(CHARGERS, "{\"chargeBoxId\":\"CP-" + i + "\"}");
        }
        List<String> ids = new ArrayList<>();
        Answer page = live.get(CHARGERS + "?limit=3");
        while (true) {
            page.json()
                    .path("chargers")
                    .valueStream()
                    .forEach(charger -> ids.add(charger.path("chargeBoxId").stringValue()));
            if (!page.json().has("nextCursor")) {
                break;
            }
            live.post(CHARGERS, "{\"chargeBoxId\":\"A-" + ids.size() + "\"}");
            page = live.get(CHARGERS + "?limit=3&cursor="
                    + page.json().path("nextCursor").stringValue());
        }

        assertThat(ids).containsExactly("CP-0", "CP-1", "CP-2", "CP-3", "CP-4", "CP-5", "CP-6");
        assertThat(live.get(CHARGERS + "?limit=0&cursor=x")
                        .json()
                        .path("errors")
                        .size())
                .isEqualTo(2);
    }

    @Test
    void chargersAreFoundByStatusAndAPartOfTheirIdOrName() {
        live.post(CHARGERS, "{\"chargeBoxId\":\"CP-1\",\"name\":\"North\"}");
        live.post(CHARGERS, "{\"chargeBoxId\":\"CP-2\",\"name\":\"100 % south\"}");
        live.post(CHARGERS, "{\"chargeBoxId\":\"É-1\"}");
        tenant.test().post(CHARGERS, "{\"chargeBoxId\":\"CP-3\"}");
        Story story = new Story(tenant.id(), "CP-1");
        try (EventLog log = new EventLog(Platform.get().kafka())) {
            log.append(story.connected());
            awaitSummary("{\"total\":3,\"online\":1,\"offline\":2}");
        }

        assertThat(found("search=cp-")).containsExactly("CP-1", "CP-2");
        assertThat(found("search=%25%20SOUTH")).containsExactly("CP-2");
        assertThat(found("search=%C3%89-")).isEqualTo(found("search=%C3%A9")).containsExactly("É-1");
        assertThat(found("search=_")).isEmpty();
        assertThat(found("status=online")).containsExactly("CP-1");
        assertThat(found("status=offline")).containsExactly("CP-2", "É-1");
        assertThat(found("status=offline&search=CP")).containsExactly("CP-2");
        Answer first = live.get(CHARGERS + "?status=offline&limit=1");
        assertThat(found("status=offline&limit=1&cursor="
                        + first.json().path("nextCursor").stringValue()))
                .containsExactly("É-1");
        for (String wrong : List.of("status=ONLINE", "search=", "search=%00", "search=" + "x".repeat(101))) {
            assertThat(live.get(CHARGERS + '?' + wrong).status()).as(wrong).isEqualTo(400);
        }
    }

    private List<String> found(String query) {
        return live.get(CHARGERS + '?' + query)
                .json()
                .path("chargers")
                .valueStream()
                .map(charger -> charger.path("chargeBoxId").stringValue())
                .toList();
    }

    @Test
    void theSummaryCountsTheChargersOfTheModeByStatus() {
        assertThat(live.get(CHARGERS + "/summary").body()).isEqualTo("{\"total\":0,\"online\":0,\"offline\":0}");
        for (String id : List.of("CP-1", "CP-2", "CP-3", "CP-4")) {
            live.post(CHARGERS, "{\"chargeBoxId\":\"" + id + "\"}");
        }
        tenant.test().post(CHARGERS, "{\"chargeBoxId\":\"T-1\"}");
        Story first = new Story(tenant.id(), "CP-1");
        Story second = new Story(tenant.id(), "CP-2");
        try (EventLog log = new EventLog(Platform.get().kafka())) {
            log.append(first.connected(), second.connected(), new Story(tenant.id(), "CP-3").connected());
            awaitSummary("{\"total\":4,\"online\":3,\"offline\":1}");
            log.append(first.disconnected());
            awaitSummary("{\"total\":4,\"online\":2,\"offline\":2}");
        }
        live.delete(CHARGERS + "/CP-2");

        assertThat(live.get(CHARGERS + "/summary").body()).isEqualTo("{\"total\":3,\"online\":1,\"offline\":2}");
        assertThat(tenant.test().get(CHARGERS + "/summary").body())
                .isEqualTo("{\"total\":1,\"online\":0,\"offline\":1}");
        assertThat(Tenant.of(replica, Tier.FREE)
                        .live()
                        .get(CHARGERS + "/summary")
                        .json()
                        .path("total")
                        .intValue(-1))
                .isZero();
    }

    private void awaitSummary(String summary) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () -> assertThat(live.get(CHARGERS + "/summary").body()).isEqualTo(summary));
    }
}
