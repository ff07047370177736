package io.plugstream.api.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.api.platform.ApiClient;
import io.plugstream.api.platform.ApiClient.Answer;
import io.plugstream.api.platform.Replicas;
import io.plugstream.api.platform.Tenant;
import io.plugstream.model.quota.Tier;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The API's list of actions that can be sent to a charger. */
class CommandActionsIT {

    private final ApiClient live = Tenant.of(Replicas.first(), Tier.SCALE).live();

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {"none,19,19", "ocpp1.6,19,19", "ocpp2.0.1,59,45"})
    void payloadsOfEveryActionAreDescribed(@Nullable String protocol, int payloads, int actions) {
        Answer answer = live.get("/api/v1/command-actions" + (protocol == null ? "" : "?protocol=" + protocol));

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        List<JsonNode> described = answer.json().path("actions").valueStream().toList();
        assertThat(described).hasSize(payloads);
        assertThat(described.stream()
                        .map(one -> one.path("action").stringValue())
                        .distinct())
                .hasSize(actions);
        assertThat(described.stream()
                        .filter(one -> one.path("action").stringValue().equals("Reset"))
                        .findFirst()
                        .orElseThrow())
                .hasToString("{\"action\":\"Reset\",\"wording\":\"ocpp1.6\",\"payload\":{\"type\":\"object\","
                        + "\"properties\":{\"type\":{\"type\":\"string\",\"enum\":[\"Hard\",\"Soft\"]}},"
                        + "\"required\":[\"type\"],\"additionalProperties\":false}}");
    }

    @Test
    void anUnknownProtocolIsRefused() {
        Answer answer = live.get("/api/v1/command-actions?protocol=ocpp1.5&charger=CP-1");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.fields()).containsExactlyInAnyOrder("protocol", "charger");
    }
}
