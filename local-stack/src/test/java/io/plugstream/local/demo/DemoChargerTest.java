package io.plugstream.local.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import eu.chargetime.ocpp.model.core.RemoteStartStopStatus;
import eu.chargetime.ocpp.model.core.RemoteStartTransactionConfirmation;
import eu.chargetime.ocpp.model.core.RemoteStartTransactionRequest;
import eu.chargetime.ocpp.model.core.RemoteStopTransactionConfirmation;
import eu.chargetime.ocpp.model.core.RemoteStopTransactionRequest;
import io.plugstream.local.process.FreePorts;
import io.plugstream.simulator.fleet.RecordingCentralSystem;
import io.plugstream.simulator.ocpp16.Ocpp16;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests against ChargeTime's central system. */
@Execution(ExecutionMode.CONCURRENT)
class DemoChargerTest {
    /**
     * ChargeTime's server sometimes loses a message that arrives before its session is set up; the charger sends it
     * again after 30 s.
     */
    private static final Duration LIMIT = Duration.ofSeconds(70);

    @TempDir
    Path directory;

    private final Queue<String> said = new ConcurrentLinkedQueue<>();
    private final int port = FreePorts.one();
    private final RecordingCentralSystem central = new RecordingCentralSystem();
    private @Nullable DemoCharger charger;

    @BeforeEach
    void open() {
        central.open(port);
    }

    @AfterEach
    void close() {
        switchOff();
        central.close();
    }

    @Test
    void carsChargeOneAfterTheOther() throws Exception {
        switchOn();
        await().atMost(LIMIT).until(() -> central.stopped().size() >= 2);
        assertThat(central.actions().subList(0, 7))
                .containsExactly(
                        "BootNotification",
                        "Status 0 Available",
                        "Status 1 Available",
                        "Status 1 Preparing",
                        "Authorize",
                        "StartTransaction",
                        "Status 1 Charging");
        assertThat(Collections.frequency(central.actions(), "MeterValues")).isGreaterThanOrEqualTo(8);
        assertThat(central.reasons()).containsOnly("Local");
        assertThat(central.started().get(1).getMeterStart())
                .isGreaterThan(central.started().getFirst().getMeterStart());
        assertThat(said).isEmpty();
    }

    @Test
    void continuesWhereItWasAfterAPowerCut() throws Exception {
        switchOn();
        await().atMost(LIMIT).until(() -> central.actions().contains("MeterValues"));
        switchOff();
        switchOn();
        await().atMost(LIMIT).until(() -> !central.stopped().isEmpty());
        assertThat(central.stopped().getFirst()).isEqualTo(1);
        assertThat(Collections.frequency(central.actions(), "BootNotification")).isEqualTo(2);
    }

    @Test
    void leavesTimeForARemoteStartAfterARemoteStop() throws Exception {
        switchOn();
        await().atMost(LIMIT).until(() -> central.actions().contains("MeterValues"));
        var stop = central.ask(new RemoteStopTransactionRequest(1), RemoteStopTransactionConfirmation.class);
        assertThat(stop.getStatus()).isEqualTo(RemoteStartStopStatus.Accepted);
        await().atMost(LIMIT)
                .until(() -> central.ask(
                                        new RemoteStartTransactionRequest("REMOTE"),
                                        RemoteStartTransactionConfirmation.class)
                                .getStatus()
                        == RemoteStartStopStatus.Accepted);
        await().atMost(LIMIT).until(() -> central.started().size() == 2);
        assertThat(central.reasons().getFirst()).isEqualTo("Remote");
        assertThat(central.started().get(1).getIdTag()).isEqualTo("REMOTE");
        // The visitor's tag did not start this session, so the visitor ends it by unplugging.
        await().atMost(LIMIT).until(() -> central.stopped().size() == 2);
    }

    @Test
    void reportsThatItCannotConnect() throws Exception {
        central.close();
        switchOn();
        await().atMost(LIMIT).until(() -> !said.isEmpty());
        assertThat(said.peek()).contains("is disconnected", "tries again");
    }

    @Test
    void onlyItsOwnerCanReadItsMemory() throws Exception {
        switchOn();
        await().atMost(LIMIT).until(() -> !central.started().isEmpty());
        assertThat(Files.getPosixFilePermissions(directory.resolve("memory.json")))
                .hasToString("[OWNER_READ, OWNER_WRITE]");
    }

    private void switchOn() throws IOException {
        var registered = new DemoState.Registered(
                "demo-charger", "sixteen and more", "ws://localhost:" + port + "/ocpp/demo/demo-charger");
        var fresh = new DemoCharger(
                registered, new Ocpp16(), directory.resolve("memory.json"), 1, Duration.ofMillis(100), said::add);
        charger = fresh;
        fresh.start();
    }

    private void switchOff() {
        if (charger != null) {
            charger.close();
        }
    }
}
