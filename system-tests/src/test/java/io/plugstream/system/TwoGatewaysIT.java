package io.plugstream.system;

import static io.plugstream.system.ChargerEventLog.TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;

import io.plugstream.model.event.ChargerConnected;
import io.plugstream.model.event.ChargerDisconnected;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Two gateways side by side. The system property {@code plugstream.kill-rounds} sets how often one of them is killed
 * under load, and {@code plugstream.kill-chargers} sets how many chargers make the load.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class TwoGatewaysIT {

    private static final int ROUNDS = Integer.getInteger("plugstream.kill-rounds", 1);
    private static final int CHARGERS = Integer.getInteger("plugstream.kill-chargers", 4);

    /** About as long as two exchanges, so that a kill interrupts some exchanges. */
    private static final Duration BETWEEN_SESSIONS = Duration.ofMillis(20);

    @TempDir
    static Path scratch;

    private static ChargerEventLog log;
    private static Platform platform;
    private static Organisation organisation;
    private static List<ServiceInstance> nodes;
    private static Map<String, ChargePoint> chargers;

    @BeforeAll
    static void startPlatform() throws Exception {
        platform = SharedPlatform.get();
        // This test starts both its gateways itself.
        platform.kill(Service.GATEWAY);
        nodes = List.of(
                ServiceInstance.of(platform, Service.GATEWAY, "one", scratch),
                ServiceInstance.of(platform, Service.GATEWAY, "two", scratch));
        for (ServiceInstance node : nodes) {
            node.launch();
        }
        organisation = Organisation.create(platform, "two-gateways", "Scale");
        log = new ChargerEventLog(new EventTopics(platform.bootstrapServers(), organisation.id()));
        List<String> names = new ArrayList<>(List.of("ROAMER", "STARTER", "SLEEPER", "ORPHAN"));
        for (int i = 0; i < CHARGERS; i++) {
            names.add("LOAD-" + i);
        }
        chargers = organisation.registerChargers(names);
        nodes.forEach(ServiceInstance::awaitReady);
    }

    @AfterAll
    static void stopGateways() throws Exception {
        nodes.forEach(ServiceInstance::close);
        platform.startByHand(Service.GATEWAY);
    }

    @Test
    void commandsReachTheChargersGatewayAndTheNewerSocketStaysOpen() throws Exception {
        List<ChargePoint> sockets = new ArrayList<>();
        for (int hop = 0; hop < 4; hop++) {
            ChargePoint present = charger("ROAMER").at(nodes.get(hop % 2).port());
            present.connect();
            log.awaitEvents("ROAMER", ChargerConnected.class, hop + 1);
            for (ChargePoint former : sockets) {
                former.closed().get(20, TimeUnit.SECONDS);
            }
            sockets.add(present);
            Awaitility.await()
                    .atMost(TIMEOUT)
                    .untilAsserted(
                            () -> assertThat(remoteStart("ROAMER").get("status").stringValue())
                                    .isEqualTo("accepted"));
            present.heartbeat();
        }
        assertThat(sockets.getLast().closed()).isNotDone();
        assertThat(log.reasons("ROAMER")).containsOnly("replaced").hasSize(3);
        log.assertConnectionEvents("ROAMER");
        sockets.getLast().disconnect();
    }

    @Test
    void aRemoteStartIsLinkedAfterTheGatewayWasKilled() throws Exception {
        ChargePoint first = charger("STARTER").at(nodes.get(0).port());
        first.connect();
        log.awaitEvents("STARTER", ChargerConnected.class, 1);
        awaitOnline("STARTER");
        JsonNode command = remoteStart("STARTER");
        assertThat(command.get("status").stringValue()).isEqualTo("accepted");
        assertThat(command.get("transactionId").isNull()).isTrue();

        restart(nodes.get(0));
        ChargePoint second = charger("STARTER").at(nodes.get(1).port());
        second.connect();
        int transaction = second.start(second.startRequest(1, "REMOTE", 0));

        Awaitility.await()
                .atMost(TIMEOUT)
                // The field is null until the transaction is linked.
                .untilAsserted(
                        () -> assertThat(command(command).get("transactionId").intValue(-1))
                                .isEqualTo(transaction));
        second.disconnect();
        nodes.get(0).awaitReady();
    }

    @Test
    void aGatewaySuspendedTooLongClosesItsSockets() throws Exception {
        ServiceInstance sleeping = nodes.get(0);
        sleeping.awaitReady();
        ChargePoint charger = charger("SLEEPER").at(sleeping.port());
        charger.connect();
        charger.heartbeat();

        sleeping.pause();
        log.awaitEvents("SLEEPER", ChargerDisconnected.class, 1);
        assertThat(charger.closed()).isNotDone();
        sleeping.resume();
        charger.closed().get(30, TimeUnit.SECONDS);
        charger.connect();
        charger.heartbeat();

        assertThat(log.reasons("SLEEPER")).containsExactly("gateway lost");
        log.assertConnectionEvents("SLEEPER");
        charger.disconnect();
    }

    @Test
    void acknowledgedMessagesArePublishedOnceDespiteKilledGateways() throws Exception {
        List<Integer> ports = nodes.stream().map(ServiceInstance::port).toList();
        List<PersistentCharger> load = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CHARGERS; i++) {
            PersistentCharger charger =
                    new PersistentCharger(charger("LOAD-" + i), ports, i, "TAG-" + i, BETWEEN_SESSIONS);
            load.add(charger);
            threads.add(Thread.ofPlatform().name("LOAD-" + i).start(charger));
        }
        for (int round = 0; round < ROUNDS; round++) {
            ServiceInstance victim = nodes.get(round % 2);
            int before = acknowledged(load);
            awaitAcknowledged(load, before + 10 * CHARGERS);
            restart(victim);
            awaitAcknowledged(load, acknowledged(load) + 5 * CHARGERS);
            victim.awaitReady();
        }
        load.forEach(PersistentCharger::stop);
        for (Thread thread : threads) {
            assertThat(thread.join(Duration.ofMinutes(3))).as(thread.getName()).isTrue();
        }
        log.assertEverythingAcknowledgedExistsOnce(load, ROUNDS);
        load.forEach(charger -> log.assertConnectionEvents(charger.chargeBoxId()));
    }

    @Test
    void anotherGatewayReportsTheChargersOfAKilledOne() throws Exception {
        nodes.get(1).awaitReady();
        ChargePoint charger = charger("ORPHAN").at(nodes.get(1).port());
        charger.connect();
        charger.heartbeat();

        nodes.get(1).kill();
        try {
            log.awaitEvents("ORPHAN", ChargerDisconnected.class, 1);
            assertThat(log.reasons("ORPHAN")).containsExactly("gateway lost");
        } finally {
            nodes.get(1).launch();
            nodes.get(1).awaitReady();
        }
    }

    private static void restart(ServiceInstance node) throws Exception {
        node.kill();
        node.launch();
    }

    private static int acknowledged(List<PersistentCharger> load) {
        return load.stream().mapToInt(charger -> charger.starts().size()).sum();
    }

    private static void awaitAcknowledged(List<PersistentCharger> load, int count) {
        Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> acknowledged(load) >= count);
    }

    private static void awaitOnline(String chargeBoxId) {
        Awaitility.await()
                .atMost(TIMEOUT)
                .until(() -> organisation
                        .get("/api/v1/chargers/" + chargeBoxId)
                        .body()
                        .contains("\"online\""));
    }

    private static JsonNode remoteStart(String chargeBoxId) {
        var answer = organisation.post(
                "/api/v1/chargers/" + chargeBoxId + "/commands",
                Map.of("action", "RemoteStartTransaction", "payload", Map.of("idTag", "REMOTE"), "timeoutSeconds", 5));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return Organisation.json(answer);
    }

    private static JsonNode command(JsonNode command) {
        return Organisation.json(
                organisation.get("/api/v1/commands/" + command.get("id").stringValue()));
    }

    private static ChargePoint charger(String chargeBoxId) {
        return Objects.requireNonNull(chargers.get(chargeBoxId));
    }
}
