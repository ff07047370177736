package io.plugstream.api.transaction;

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
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.event.MeterValue;
import io.plugstream.model.event.RawMeterValue;
import io.plugstream.model.event.TransactionUpdated;
import io.plugstream.model.quota.Tier;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MeterValuesIT {

    private static final String VALUES = "/api/v1/transactions/7/meter-values";

    private final ApiReplica replica = Replicas.first();
    private final Tenant tenant = Tenant.of(replica, Tier.SCALE);
    private final ApiClient live = tenant.live();
    private final EventLog log = new EventLog(Platform.get().kafka());
    private final Story story = new Story(tenant.id(), "CP-1");

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void listsEachValueOnceOldestFirst() {
        EventRecord update = story.event(
                new TransactionUpdated(
                        7,
                        "CP-1",
                        1,
                        List.of(
                                new MeterValue(
                                        Instant.parse("2026-01-31T10:00:00Z"),
                                        "Voltage",
                                        new BigDecimal("230.50"),
                                        "V",
                                        "L1-N",
                                        null,
                                        null),
                                new MeterValue(
                                        Instant.parse("2026-01-31T09:59:00Z"),
                                        "Energy.Active.Import.Register",
                                        new BigDecimal("1500"),
                                        "Wh",
                                        null,
                                        "Outlet",
                                        "Sample.Periodic"))),
                false);
        log.append(story.started(7, 1_000), update, update, story.metered(null, "5"), story.metered(8, "6"));

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(live.get(VALUES).body())
                        .isEqualTo("{\"meterValues\":[{\"timestamp\":\"2026-01-31T09:59:00.000Z\","
                                + "\"measurand\":\"Energy.Active.Import.Register\",\"value\":1500,\"unit\":\"Wh\","
                                + "\"location\":\"Outlet\",\"context\":\"Sample.Periodic\"},"
                                + "{\"timestamp\":\"2026-01-31T10:00:00.000Z\",\"measurand\":\"Voltage\","
                                + "\"value\":230.50,\"unit\":\"V\",\"phase\":\"L1-N\"}]}"));
    }

    @Test
    void signedAndNonNumericValuesAreShownAsSent() {
        RawMeterValue signed = new RawMeterValue(
                Instant.parse("2026-01-31T10:00:00Z"),
                "Energy.Active.Import.Register",
                "AP9k\u0000",
                "SignedData",
                "kWh",
                null,
                "Outlet",
                null);
        MeterValue absurd = new MeterValue(
                Instant.parse("2026-01-31T09:00:00Z"),
                "Energy.Active.Import.Register",
                new BigDecimal("1e40"),
                "Wh",
                null,
                null,
                null);
        log.append(
                story.started(7, 0),
                story.event(new TransactionUpdated(7, "CP-1", 1, List.of(absurd), List.of(signed)), true));

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(live.get(VALUES).body())
                        .isEqualTo("{\"meterValues\":[{\"timestamp\":\"2026-01-31T09:00:00.000Z\","
                                + "\"measurand\":\"Energy.Active.Import.Register\",\"value\":1"
                                + "0".repeat(40)
                                + ",\"unit\":\"Wh\"},{\"timestamp\":\"2026-01-31T10:00:00.000Z\","
                                + "\"measurand\":\"Energy.Active.Import.Register\",\"value\":null,\"unit\":\"kWh\","
                                + "\"location\":\"Outlet\",\"format\":\"SignedData\",\"raw\":\"AP9k\uFFFD\"}]}"));
    }

    @Test
    void pagesThroughWhileValuesAreAdded() {
        log.append(story.started(7, 0));
        for (int i = 1; i <= 5; i++) {
            log.append(story.metered(7, Integer.toString(i)));
        }
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(values(live.get(VALUES))).hasSize(5));

        Answer page = live.get(VALUES + "?limit=2");
        List<Integer> seen = new ArrayList<>(values(page));
        log.append(story.metered(7, "6"));
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(values(live.get(VALUES))).hasSize(6));
        while (page.json().has("nextCursor")) {
            page = live.get(
                    VALUES + "?limit=2&cursor=" + page.json().path("nextCursor").stringValue());
            seen.addAll(values(page));
        }
        assertThat(seen).containsExactly(1, 2, 3, 4, 5, 6);
    }

    @Test
    void aTransactionWithoutValuesHasNone() {
        log.append(story.started(7, 0));

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(live.get(VALUES).body()).isEqualTo("{\"meterValues\":[]}"));
        assertThat(tenant.test().get(VALUES).problem()).isEqualTo("not-found");
        assertThat(Tenant.of(replica, Tier.SCALE).live().get(VALUES).status()).isEqualTo(404);
        for (String other : List.of("none", "%2B7", "07", "%D9%A7")) {
            assertThat(live.get("/api/v1/transactions/" + other).status()).isEqualTo(404);
            assertThat(live.get("/api/v1/transactions/" + other + "/meter-values")
                            .status())
                    .isEqualTo(404);
        }
        assertThat(live.get(VALUES + "?limit=0&cursor=x").json().path("errors").size())
                .isEqualTo(2);
    }

    private static List<Integer> values(Answer answer) {
        return answer.json()
                .path("meterValues")
                .valueStream()
                .map(value -> value.path("value").intValue())
                .toList();
    }
}
