package io.plugstream.local.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import eu.chargetime.ocpp.model.core.RemoteStartStopStatus;
import eu.chargetime.ocpp.model.core.RemoteStartTransactionConfirmation;
import eu.chargetime.ocpp.model.core.RemoteStartTransactionRequest;
import eu.chargetime.ocpp.model.core.RemoteStopTransactionConfirmation;
import eu.chargetime.ocpp.model.core.RemoteStopTransactionRequest;
import eu.chargetime.ocpp.model.core.ResetConfirmation;
import eu.chargetime.ocpp.model.core.ResetRequest;
import eu.chargetime.ocpp.model.core.ResetStatus;
import eu.chargetime.ocpp.model.core.ResetType;
import io.plugstream.local.process.FreePorts;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against ChargeTime's central system. */
class SimulatedChargerTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final Queue<String> said = new ConcurrentLinkedQueue<>();
    private final int port = FreePorts.one();
    private final RecordingCentralSystem central = new RecordingCentralSystem();
    private @Nullable Thread charger;

    @BeforeEach
    void open() {
        central.open(port);
    }

    @AfterEach
    void close() throws InterruptedException {
        unplug();
        central.close();
    }

    @Test
    void chargesAgainAndAgain() {
        plugIn();
        await().atMost(LIMIT).until(() -> central.stopped().size() >= 2);
        assertThat(central.credentials()).contains("demo-charger:sixteen and more");
        assertThat(central.actions())
                .startsWith(
                        "BootNotification",
                        "Status 0 Available",
                        "Status 1 Available",
                        "Status 1 Preparing",
                        "Authorize",
                        "StartTransaction",
                        "Status 1 Charging",
                        "MeterValues",
                        "MeterValues",
                        "MeterValues",
                        "MeterValues",
                        "StopTransaction",
                        "Status 1 Finishing");
        var first = central.started().getFirst();
        var second = central.started().get(1);
        assertThat(second.getMeterStart()).isEqualTo(first.getMeterStart() + 4 * 150);
    }

    @Test
    void repeatsAStartThatTheCentralSystemCouldNotTake() {
        central.refuseNextStarts(2);
        plugIn();
        await().atMost(LIMIT).until(() -> !central.stopped().isEmpty());
        assertThat(central.started().subList(0, 3)).allMatch(central.started().getFirst()::equals);
        assertThat(central.stopped()).first().isEqualTo(1);
    }

    @Test
    void repeatsAStopWhoseAnswerGotLostWithTheConnection() {
        central.dropAtNextStop();
        plugIn();
        await().atMost(LIMIT).until(() -> central.stopped().size() >= 3);
        assertThat(central.stopped().subList(0, 3)).containsExactly(1, 1, 2);
    }

    @Test
    void goesOnAfterAPowerCutWhereItWas() throws Exception {
        plugIn();
        await().atMost(LIMIT).until(() -> central.actions().contains("MeterValues"));
        unplug();
        plugIn();
        await().atMost(LIMIT).until(() -> !central.stopped().isEmpty());
        assertThat(central.stopped().getFirst()).isEqualTo(1);
        assertThat(central.actions().stream().filter("BootNotification"::equals))
                .hasSize(2);
    }

    @Test
    void isStartedAndStoppedFromAfar() throws Exception {
        plugIn();
        await().atMost(LIMIT).until(() -> central.actions().contains("MeterValues"));
        var stop = central.ask(new RemoteStopTransactionRequest(1), RemoteStopTransactionConfirmation.class);
        assertThat(stop.getStatus()).isIn(RemoteStartStopStatus.Accepted, RemoteStartStopStatus.Rejected);
        await().atMost(LIMIT).until(() -> !central.stopped().isEmpty());
        var accepted = stop.getStatus() == RemoteStartStopStatus.Accepted;
        assertThat(central.reasons().getFirst()).isEqualTo(accepted ? "Remote" : "Local");

        await().atMost(LIMIT)
                .until(() -> central.ask(
                                        new RemoteStartTransactionRequest("REMOTE"),
                                        RemoteStartTransactionConfirmation.class)
                                .getStatus()
                        == RemoteStartStopStatus.Accepted);
        await().atMost(LIMIT)
                .until(() -> central.started().stream()
                        .anyMatch(start -> start.getIdTag().equals("REMOTE")));
    }

    @Test
    void restartsAfterAResetAndGoesOn() throws Exception {
        plugIn();
        await().atMost(LIMIT).until(() -> central.actions().contains("MeterValues"));
        var reset = central.ask(new ResetRequest(ResetType.Soft), ResetConfirmation.class);
        assertThat(reset.getStatus()).isEqualTo(ResetStatus.Accepted);
        await().atMost(LIMIT)
                .until(() -> central.actions().stream()
                                .filter("BootNotification"::equals)
                                .count()
                        == 2);
        assertThat(central.stopped()).contains(1);
        await().atMost(LIMIT).until(() -> central.started().size() >= 2);
    }

    private void plugIn() {
        var state = new DemoState(
                "key",
                "demo-charger",
                "sixteen and more",
                "ws://localhost:" + port + "/ocpp/demo/demo-charger",
                "id",
                "url",
                "secret");
        charger = Thread.ofVirtual()
                .start(new SimulatedCharger(
                        state, directory.resolve("memory.json"), Duration.ofMillis(20), Clock.systemUTC(), said::add));
    }

    private void unplug() throws InterruptedException {
        var running = charger;
        if (running != null) {
            running.interrupt();
            assertThat(running.join(LIMIT)).isTrue();
        }
    }
}
