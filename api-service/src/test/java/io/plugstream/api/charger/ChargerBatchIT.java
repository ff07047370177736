package io.plugstream.api.charger;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.outbox.TopicWatch;
import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.ApiReplica;
import io.plugstream.api.platform.Platform;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.charger.ChargerRegistration;
import io.plugstream.model.organisation.Mode;
import io.plugstream.model.quota.Tier;
import io.plugstream.model.topic.Topics;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Registering many chargers with one call. */
class ChargerBatchIT {

    private static final String CHARGERS = "/api/v1/chargers";

    private final ApiReplica replica = Replicas.first();
    private final Tenant tenant = Tenant.of(replica, Tier.SCALE);
    private final ApiClient live = tenant.live();

    @Test
    void aBatchRegistersManyChargersAndReportsTheResultOfEach() {
        Tenant small = Tenant.of(replica, Tier.STARTER);
        small.live().post(CHARGERS, "{\"chargeBoxId\":\"CP-0\"}");
        ApiClient keyed = small.live().header("Idempotency-Key", "many");
        String body = """
                {"chargers":[{"chargeBoxId":"CP-0"},{"chargeBoxId":"CP-1","name":"Garage"},{"chargeBoxId":"a/b"},
                {"chargeBoxId":"CP-1"},{"chargeBoxId":"batch"},{"chargeBoxId":"CP-2"},{"chargeBoxId":"CP-3"},
                {"chargeBoxId":"CP-4"},{"chargeBoxId":"CP-5"}]}""";

        Answer answer = keyed.post(CHARGERS + "/batch", body);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.header("Cache-Control")).contains("no-store");
        assertThat(fates(answer))
                .containsExactly(
                        "CP-0 exists",
                        "CP-1 created",
                        "a/b refused",
                        "CP-1 exists",
                        "batch refused",
                        "CP-2 created",
                        "CP-3 created",
                        "CP-4 created",
                        "CP-5 refused");
        JsonNode first = answer.json().path("chargers").path(1);
        assertThat(first.propertyNames()).containsExactly("chargeBoxId", "status", "password", "connectionUrl");
        assertThat(first.path("connectionUrl").stringValue()).endsWith(small.id() + "/CP-1");
        assertThat(answer.json().path("chargers").path(8).path("error").stringValue())
                .contains("Starter allows 5");
        String password = first.path("password").stringValue();
        try (var topic = new TopicWatch<>(Platform.get().kafka(), Topics.CHARGER_REGISTRATIONS)) {
            ChargerId id = new ChargerId(small.id(), "CP-1");
            topic.await(id, Objects::nonNull);
            assertThat(topic.get(id))
                    .usingRecursiveComparison()
                    .ignoringFields("registeredAt")
                    .isEqualTo(new ChargerRegistration(
                            small.id(), "CP-1", Mode.LIVE, new ChargerPassword(password).hash(), Instant.EPOCH));
        }
        assertThat(small.live().get(CHARGERS + "/CP-1").json().path("name").stringValue())
                .isEqualTo("Garage");

        Answer again = keyed.post(CHARGERS + "/batch", body);
        assertThat(again.header("Idempotent-Replayed")).contains("true");
        assertThat(fates(again)).isEqualTo(fates(answer));
        assertThat(again.body()).doesNotContain("password");
        assertThat(small.live().get(CHARGERS).json().path("chargers").size()).isEqualTo(5);

        small.live().delete(CHARGERS + "/CP-0");
        assertThat(fates(small.live().post(CHARGERS + "/batch", body)))
                .contains("CP-0 created", "CP-1 exists", "CP-5 refused");
    }

    @Test
    void aControlCharacterInAnIdRefusesItsChargerOnly() {
        Answer answer =
                live.post(CHARGERS + "/batch", "{\"chargers\":[{\"chargeBoxId\":\"A\\tB\"},{\"chargeBoxId\":\"CP\"}]}");

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(fates(answer)).containsExactly("A\tB refused", "CP created");
    }

    @Test
    void aNameThatIsNotAllowedRefusesItsChargerOnly() {
        Answer answer = live.post(
                CHARGERS + "/batch",
                "{\"chargers\":[{\"chargeBoxId\":\"a/b\",\"name\":\"%s\"},{\"chargeBoxId\":\"CP\",\"name\":\"%s\"}]}"
                        .formatted("x".repeat(101), "x".repeat(100)));

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(fates(answer)).containsExactly("a/b refused", "CP created");
        assertThat(answer.json().path("chargers").path(0).path("error").stringValue())
                .contains("chargeBoxId must")
                .endsWith("; name must have 1 to 100 characters");
    }

    @Test
    void aBatchHasOneToFiveHundredChargersAndNothingElse() {
        for (String body : List.of(
                "{}",
                "{\"chargers\":[]}",
                "{\"chargers\":[1]}",
                "{\"chargers\":[{}]}",
                "{\"chargers\":[{\"chargeBoxId\":7}]}",
                "{\"chargers\":[{\"chargeBoxId\":\"CP\",\"mode\":\"test\"}]}",
                "{\"chargers\":[" + "{\"chargeBoxId\":\"CP\"},".repeat(500) + "{\"chargeBoxId\":\"CP\"}]}")) {
            assertThat(live.post(CHARGERS + "/batch", body).status()).isEqualTo(400);
        }
        Answer wrong = live.post(
                CHARGERS + "/batch", "{\"chargers\":[{\"chargeBoxId\":\"CP\"},{\"chargeBoxId\":\"C2\",\"name\":7}]}");
        assertThat(wrong.json().path("errors").path(0).path("field").stringValue())
                .isEqualTo("chargers[1].name");
        assertThat(live.get(CHARGERS).json().path("chargers").size()).isZero();

        String most = IntStream.range(0, 500)
                .mapToObj(i -> "{\"chargeBoxId\":\"CP-" + i + "\"}")
                .collect(Collectors.joining(",", "{\"chargers\":[", "]}"));
        assertThat(fates(live.post(CHARGERS + "/batch", most))).hasSize(500).allMatch(fate -> fate.endsWith("created"));
    }

    @Test
    void everyFaultInTheStructureOfABatchIsListed() {
        Answer wrong = live.post(
                CHARGERS + "/batch",
                "{\"chargers\":[{\"chargeBoxId\":\"BA-1\",\"x\":1},{\"chargeBoxId\":1},{},3,null],\"mode\":\"test\"}");

        assertThat(wrong.status()).isEqualTo(400);
        assertThat(wrong.json().path("errors").valueStream())
                .map(fault -> fault.path("field").stringValue()
                        + ' '
                        + fault.path("message").stringValue())
                .containsExactlyInAnyOrder(
                        "chargers[0].x is not known here",
                        "chargers[1].chargeBoxId must be a string",
                        "chargers[2].chargeBoxId is required",
                        "chargers[3] must be a JSON object",
                        "chargers[4] must be a JSON object",
                        "mode is not known here");
    }

    private static List<String> fates(Answer answer) {
        return answer.json()
                .path("chargers")
                .valueStream()
                .map(item -> item.path("chargeBoxId").stringValue()
                        + ' '
                        + item.path("status").stringValue())
                .toList();
    }
}
