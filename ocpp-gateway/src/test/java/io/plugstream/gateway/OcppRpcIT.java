package io.plugstream.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.command.CommandAction;
import io.plugstream.model.command.CommandResult;
import io.plugstream.model.command.StationOrder;
import io.plugstream.model.event.EventRecord;
import io.plugstream.model.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/**
 * A third-party station: the npm package ocpp-rpc in strict mode, which rejects messages in both directions that
 * violate the official schemas. Skipped if npm or its registry is unavailable, unless
 * {@code plugstream.schemas=required}.
 */
class OcppRpcIT {

    private static final Path SCRIPT =
            Path.of("src", "test", "node", "ocpp-rpc-station.cjs").toAbsolutePath();
    private static final TestTopics topics = SharedGateway.topics();
    private static final RunningGateway gateway = SharedGateway.gateway();

    private static Path home;

    @BeforeAll
    static void install() throws Exception {
        home = NpmPackage.install("ocpp-rpc", "2.2.1").home();
    }

    @Test
    void itsSessionIsPublishedLikeThatOfAnyCharger() throws Exception {
        ChargerId id = SharedGateway.registered();
        try (Station station = new Station(id)) {
            station.awaitReady();
            Order stop = new Order(topics, id)
                    .forStation(new StationOrder(1, "of-ocpp-rpc", false))
                    .place(CommandAction.REMOTE_STOP_TRANSACTION, "{'transactionId':1}");
            assertThat(((CommandResult.Answered) stop.awaitEnd()).accepted()).isTrue();
            assertThat(station.failures()).isEmpty();
        }
        assertThat(topics.transactionEvents(id).stream()
                        .filter(record -> !record.recordOnly())
                        .map(EventRecord::data)
                        .map(data -> data.getClass().getSimpleName()))
                .startsWith("TransactionStarted", "TransactionUpdated");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "REMOTE_START_TRANSACTION | {'idTag':'TAG','connectorId':1}",
                "RESET | {'type':'Soft'}",
                "UNLOCK_CONNECTOR | {'connectorId':1}",
                "CHANGE_AVAILABILITY | {'connectorId':1,'type':'Inoperative'}",
                "CHANGE_CONFIGURATION | {'key':'HeartbeatInterval','value':'60'}",
                "GET_CONFIGURATION | {'key':['HeartbeatInterval','WebSocketPingInterval']}",
                "GET_CONFIGURATION | {}",
                "CLEAR_CACHE | {}",
                "GET_LOCAL_LIST_VERSION | {}",
                "SEND_LOCAL_LIST | {'listVersion':4,'updateType':'Full','localAuthorizationList':[{'idTag':'A'},{'idTag':'B'},{'idTag':'C'},{'idTag':'D'},{'idTag':'E'},{'idTag':'F'}]}",
                "RESERVE_NOW | {'connectorId':1,'expiryDate':'2030-01-01T00:00:00Z','idTag':'TAG','reservationId':1}",
                "CANCEL_RESERVATION | {'reservationId':1}",
                "TRIGGER_MESSAGE | {'requestedMessage':'StatusNotification','connectorId':1}",
                "SET_CHARGING_PROFILE | {'connectorId':1,'csChargingProfiles':{'chargingProfileId':1,'stackLevel':0,'chargingProfilePurpose':'TxDefaultProfile','chargingProfileKind':'Relative','chargingSchedule':{'chargingRateUnit':'A','chargingSchedulePeriod':[{'startPeriod':0,'limit':16}]}}}",
                "CLEAR_CHARGING_PROFILE | {'id':1}",
                "GET_DIAGNOSTICS | {'location':'ftp://example.com/'}",
                "UPDATE_FIRMWARE | {'location':'ftp://example.com/f','retrieveDate':'2030-01-01T00:00:00Z'}",
                "DATA_TRANSFER | {'vendorId':'v','data':'x'}"
            })
    void itAcceptsEveryCommand(CommandAction action, String payload) throws Exception {
        ChargerId id = SharedGateway.registered();
        try (Station station = new Station(id)) {
            station.awaitReady();
            Order order = new Order(topics, id)
                    .forStation(new StationOrder(7, null, false))
                    .place(action, payload);
            assertThat(order.awaitEnd())
                    .isInstanceOfSatisfying(
                            CommandResult.Answered.class,
                            answered -> assertThat(answered.accepted()).isTrue());
            assertThat(station.failures()).isEmpty();
        }
    }

    /** The station's process and its output. */
    private static final class Station implements AutoCloseable {

        private final Process process;
        private final List<JsonNode> output = new CopyOnWriteArrayList<>();

        Station(ChargerId id) throws IOException {
            process = new ProcessBuilder(
                            "node",
                            SCRIPT.toString(),
                            home.toString(),
                            "ws://localhost:" + gateway.port() + "/ocpp/" + id.organisationId(),
                            id.chargeBoxId(),
                            "secret")
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Thread.ofVirtual()
                    .start(() -> process.inputReader(StandardCharsets.UTF_8)
                            .lines()
                            .forEach(line -> output.add(Json.mapper().readTree(line))));
        }

        void awaitReady() {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> !process.isAlive() || output.stream().anyMatch(line -> line.has("ready")));
            assertThat(failures()).isEmpty();
            assertThat(output).anyMatch(line -> line.has("ready"));
        }

        List<String> failures() {
            return output.stream()
                    .filter(line -> line.has("failure"))
                    .map(line -> line.path("failure").stringValue())
                    .toList();
        }

        @Override
        public void close() throws IOException {
            process.getOutputStream().close();
            await().atMost(Duration.ofSeconds(20)).until(() -> !process.isAlive());
        }
    }
}
