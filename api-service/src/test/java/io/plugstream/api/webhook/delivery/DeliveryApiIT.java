package io.plugstream.api.webhook.delivery;

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
import io.plugstream.model.json.Timestamps;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.webhook.Attempt;
import io.plugstream.model.webhook.ConnectionFault;
import io.plugstream.model.webhook.DeliveryRecord.Claimed;
import io.plugstream.model.webhook.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeliveryApiIT {

    private static final String WEBHOOKS = "/api/v1/webhooks";

    private final ApiReplica replica = Replicas.first();
    private final Tenant tenant = Tenant.of(replica, Tier.STARTER);
    private final ApiClient live = tenant.live();
    private final String webhook = register(live);
    private final DeliveryLog log = new DeliveryLog(Platform.get().kafka());
    private final Instant base = Instant.now()
            .minus(Duration.ofHours(1))
            .truncatedTo(ChronoUnit.SECONDS)
            .plusMillis(120);

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void showsADeliveryUnderWayThenItsOutcome() {
        Claimed claim = claim(0, EventType.CHARGER_BOOT);
        String start = "{\"deliveries\":[{\"id\":\"" + claim.deliveryId() + "\",\"eventId\":\"" + claim.eventId()
                + "\",\"event\":\"charger.boot\",";
        log.append(claim);
        awaitBody(start + "\"outcome\":null,\"responseStatus\":null,\"attemptedAt\":null,\"durationMs\":null}]}");

        log.append(DeliveryLog.end(claim, Outcome.DELIVERED), DeliveryLog.end(claim, Outcome.UNKNOWN));
        awaitBody(start + "\"outcome\":\"delivered\",\"responseStatus\":204,\"attemptedAt\":\""
                + Timestamps.format(base.plusMillis(10)) + "\",\"durationMs\":30}]}");
    }

    @Test
    void showsTheFullRequestAndResponse() {
        Claimed rejected = claim(0, EventType.CHARGER_BOOT);
        Claimed shed = claim(1, EventType.CHARGER_BOOT);
        Claimed refused = claim(2, EventType.CHARGER_BOOT);
        String url = "https://example.com/hook";
        Map<String, String> headers = Map.of("webhook-id", rejected.eventId().toString());
        log.append(rejected, shed, refused);
        log.append(
                DeliveryLog.end(
                        rejected, Outcome.REJECTED, new Attempt(url, headers, "{\"event\":1}", "<b>no</b>", null)),
                DeliveryLog.end(shed, Outcome.SHED),
                DeliveryLog.end(
                        refused,
                        Outcome.CONNECT_FAILED,
                        new Attempt(url, headers, "{}", null, ConnectionFault.REFUSED)));
        await().atMost(Duration.ofSeconds(20))
                .until(() -> ids("?outcome=connect_failed").size() == 1);

        Answer answer = list(live, "/" + rejected.deliveryId());
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo("{\"id\":\"" + rejected.deliveryId() + "\",\"eventId\":\"" + rejected.eventId()
                        + "\",\"event\":\"charger.boot\",\"outcome\":\"rejected\",\"responseStatus\":500,"
                        + "\"attemptedAt\":\"" + Timestamps.format(base.plusMillis(10)) + "\",\"durationMs\":30,"
                        + "\"request\":{\"url\":\"" + url + "\",\"headers\":{\"webhook-id\":\"" + rejected.eventId()
                        + "\"},\"body\":\"{\\\"event\\\":1}\"},\"response\":{\"status\":500,\"body\":\"<b>no</b>\"},"
                        + "\"explanation\":\"The endpoint answered 500; only 200 to 299 mean that it took it.\"}");
        assertThat(list(live, "/" + shed.deliveryId()).body())
                .contains("\"request\":null,\"response\":null,\"explanation\":\"The endpoint was slower");
        assertThat(list(live, "/" + refused.deliveryId()).body())
                .contains("\"response\":null,\"explanation\":\"The host refused the connection");

        Tenant other = Tenant.of(replica, Tier.STARTER);
        for (Answer nothing : List.of(
                list(live, "/" + UUID.randomUUID()),
                list(live, "/none"),
                list(tenant.test(), "/" + rejected.deliveryId()),
                list(other.live(), "/" + rejected.deliveryId()),
                live.get(WEBHOOKS + '/' + register(live) + "/deliveries/" + rejected.deliveryId()))) {
            assertThat(nothing.problem()).isEqualTo("not-found");
        }
    }

    @Test
    void filtersByOutcomeEventAndTime() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Claimed claim = claim(i, i % 2 == 0 ? EventType.CHARGER_BOOT : EventType.TRANSACTION_STARTED);
            ids.add(claim.deliveryId().toString());
            log.append(claim, DeliveryLog.end(claim, i < 3 ? Outcome.REJECTED : Outcome.SHED));
        }
        awaitSize(6);
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(ids("?outcome=shed")).hasSize(3));

        assertThat(ids("")).containsExactlyElementsOf(ids.reversed());
        assertThat(ids("?outcome=rejected")).containsExactly(ids.get(2), ids.get(1), ids.get(0));
        assertThat(ids("?event=transaction.started")).containsExactly(ids.get(5), ids.get(3), ids.get(1));
        assertThat(ids("?outcome=shed&event=charger.boot")).containsExactly(ids.get(4));
        // The time of the attempt counts, or of the claim if there is none.
        assertThat(ids("?since=" + base.plusMillis(1_010))).hasSize(5);
        assertThat(ids("?since=" + base.plusMillis(1_011))).hasSize(4);
        assertThat(ids("?since=" + base.plusMillis(4_000))).hasSize(2);
        assertThat(ids("?since=0001-01-01T00:00:00Z")).hasSize(6);
        assertThat(ids("?since=9999-12-31T23:59:59Z")).isEmpty();
    }

    @Test
    void theSummaryCountsEveryDeliveryOnce() {
        List<Claimed> claims = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            claims.add(claim(i, EventType.CHARGER_BOOT));
        }
        for (int again = 0; again < 2; again++) {
            claims.forEach(log::append);
            log.append(DeliveryLog.end(claims.get(0), Outcome.DELIVERED));
            log.append(DeliveryLog.end(claims.get(1), Outcome.DELIVERED));
            log.append(DeliveryLog.end(claims.get(2), Outcome.SHED));
            log.append(DeliveryLog.end(claims.get(2), Outcome.UNKNOWN));
        }
        log.append(DeliveryLog.end(claims.get(3), Outcome.TIMED_OUT));
        String since = Timestamps.format(
                LocalDate.now(ZoneOffset.UTC).minusDays(7).atStartOfDay().toInstant(ZoneOffset.UTC));

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(list(live, "/summary").body())
                        .isEqualTo("{\"since\":\"" + since + "\",\"total\":5,\"pending\":1,\"outcomes\":"
                                + "{\"delivered\":2,\"rejected\":0,\"timed_out\":1,\"connect_failed\":0,"
                                + "\"disconnected\":0,\"blocked\":0,\"shed\":1,\"unknown\":0},"
                                + "\"recent\":{\"ended\":4,\"failed\":2,\"last\":{\"outcome\":\"timed_out\","
                                + "\"responseStatus\":null,\"at\":\"" + Timestamps.format(base.plusMillis(3_010))
                                + "\"}}}"));
        assertThat(live.get("/api/v1/webhooks/summary").body())
                .startsWith("{\"webhooks\":[{\"id\":\"")
                .contains("\"deliveries\":" + list(live, "/summary").body());
        assertThat(tenant.test().get("/api/v1/webhooks/summary").body()).isEqualTo("{\"webhooks\":[]}");
        assertThat(list(tenant.test(), "/summary").problem()).isEqualTo("not-found");
        assertThat(list(Tenant.of(replica, Tier.FREE).live(), "/summary").problem())
                .isEqualTo("tier-required");
    }

    @Test
    void recentDeliveriesAreTheNewestHundredThatEnded() {
        assertThat(recent()).isEqualTo("{\"ended\":0,\"failed\":0,\"last\":null}");
        for (int i = 0; i <= 100; i++) {
            Claimed claim = claim(i, EventType.CHARGER_BOOT);
            log.append(claim, DeliveryLog.end(claim, i < 3 ? Outcome.REJECTED : Outcome.SHED));
        }
        Claimed last = claim(200, EventType.CHARGER_BOOT);
        log.append(last, DeliveryLog.end(last, Outcome.DELIVERED), claim(300, EventType.CHARGER_BOOT));

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(recent())
                        .isEqualTo("{\"ended\":100,\"failed\":99,\"last\":{\"outcome\":\"delivered\","
                                + "\"responseStatus\":204,\"at\":\"" + Timestamps.format(base.plusMillis(200_010))
                                + "\"}}"));
    }

    private String recent() {
        return list(live, "/summary").json().path("recent").toString();
    }

    @Test
    void pagesStayRightWhileDeliveriesAreAdded() {
        List<String> ids = new ArrayList<>();
        // Two at each time, so that the id decides the order, too.
        for (int i = 0; i < 10; i++) {
            Claimed claim = claim(i / 2, EventType.CHARGER_BOOT);
            ids.add(claim.deliveryId().toString());
            log.append(claim);
        }
        awaitSize(10);
        List<String> all = ids("");
        assertThat(all).containsExactlyInAnyOrderElementsOf(ids);

        Answer page = list(live, "?limit=3");
        List<String> seen = new ArrayList<>(ids(page));
        for (int i = 10; page.json().has("nextCursor"); i++) {
            Claimed added = claim(i, EventType.CHARGER_BOOT);
            log.append(added, DeliveryLog.end(added, Outcome.DELIVERED));
            awaitSize(i + 1);
            page = list(
                    live, "?limit=3&cursor=" + page.json().path("nextCursor").stringValue());
            seen.addAll(ids(page));
        }
        assertThat(seen).containsExactlyElementsOf(all);
        String cursor = list(live, "?limit=3").json().path("nextCursor").stringValue();
        Answer foreign = live.get(WEBHOOKS + '/' + register(live) + "/deliveries?cursor=" + cursor);
        assertThat(foreign.status()).as(foreign.body()).isEqualTo(400);
        assertThat(foreign.fields()).containsExactly("cursor");
    }

    @Test
    void everyFaultOfAQueryIsListedAtOnce() {
        Answer answer = list(live, "?limit=0&cursor=bm9uZQ&outcome=lost&event=charger.exploded&since=yesterday");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.fields()).containsExactlyInAnyOrder("limit", "cursor", "outcome", "event", "since");
    }

    @ParameterizedTest
    @ValueSource(strings = {"WyIyMDI2LTAxLTAxVDAwOjAwOjAwWiIsIngiXQ", "WyJ4IiwieCJd", "W10", "x"})
    void aForgedCursorIsRefused(String cursor) {
        assertThat(list(live, "?cursor=" + cursor).problem()).isEqualTo("invalid-request");
    }

    @Test
    void onlyTheWebhooksOrganisationAndModeSeeDeliveries() {
        log.append(claim(0, EventType.CHARGER_BOOT));
        awaitSize(1);

        assertThat(list(tenant.test(), "").problem()).isEqualTo("not-found");
        assertThat(list(Tenant.of(replica, Tier.SCALE).live(), "").status()).isEqualTo(404);
        assertThat(live.get(WEBHOOKS + "/nothing/deliveries").status()).isEqualTo(404);
        assertThat(live.get(WEBHOOKS + '/' + register(live) + "/deliveries").body())
                .isEqualTo("{\"deliveries\":[]}");
        live.delete(WEBHOOKS + '/' + webhook);
        assertThat(list(live, "").status()).isEqualTo(404);
    }

    private Claimed claim(int second, EventType event) {
        return DeliveryLog.claim(tenant.id(), webhook, event, base.plusSeconds(second));
    }

    private static String register(ApiClient client) {
        return client.post(WEBHOOKS, "{\"url\":\"http://127.0.0.1:9/hook\",\"events\":[\"charger.boot\"]}")
                .json()
                .path("id")
                .stringValue();
    }

    private Answer list(ApiClient client, String query) {
        return client.get(WEBHOOKS + '/' + webhook + "/deliveries" + query);
    }

    private List<String> ids(String query) {
        return ids(list(live, query));
    }

    private static List<String> ids(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.json()
                .path("deliveries")
                .valueStream()
                .map(delivery -> delivery.path("id").stringValue())
                .toList();
    }

    private void awaitSize(int deliveries) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(ids("")).hasSize(deliveries));
    }

    private void awaitBody(String body) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(list(live, "").body()).isEqualTo(body));
    }
}
