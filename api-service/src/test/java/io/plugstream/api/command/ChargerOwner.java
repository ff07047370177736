package io.plugstream.api.command;

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
import io.plugstream.model.command.ChargerCommand;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.quota.Tier;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** An organisation that sends commands to its chargers; the test acts as the gateways. */
final class ChargerOwner {

    static final String START = "{\"action\":\"RemoteStartTransaction\",\"payload\":{\"idTag\":\"TAG\"}}";
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    final ApiReplica replica = Replicas.first();
    final Tenant tenant = Tenant.of(replica, Tier.SCALE);
    final ApiClient live = tenant.live();

    Answer post(String chargeBoxId, String body) {
        return live.post("/api/v1/chargers/" + chargeBoxId + "/commands", body);
    }

    Answer get(JsonNode command) {
        return live.get("/api/v1/commands/" + command.path("id").stringValue());
    }

    void register(String chargeBoxId) {
        Answer created = live.post("/api/v1/chargers", "{\"chargeBoxId\":\"" + chargeBoxId + "\"}");
        assertThat(created.status()).isEqualTo(201);
    }

    EventRecord connect(String chargeBoxId) {
        register(chargeBoxId);
        EventRecord connected = new Story(tenant.id(), chargeBoxId).connected();
        try (EventLog log = new EventLog(Platform.get().kafka())) {
            log.append(connected);
        }
        await().atMost(TIMEOUT)
                .until(() -> live.get("/api/v1/chargers/" + chargeBoxId).body().contains("\"online\""));
        return connected;
    }

    TestGateway gateway(Function<ChargerCommand, List<CommandResult>> chargers) {
        return new TestGateway(Platform.get().kafka(), tenant.id(), chargers);
    }

    static void run(String sql) throws Exception {
        var postgres = Platform.get().postgres();
        try (Connection connection =
                        DriverManager.getConnection(postgres.jdbcUrl(), postgres.username(), postgres.password());
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
