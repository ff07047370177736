package io.plugstream.simulator.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.simulator.charger.ChargerModel;
import io.plugstream.simulator.charger.ChargerState;
import io.plugstream.simulator.ocpp16.Ocpp16;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Many chargers and their central system in this process. To find out how many fit, use
 * {@code -Dplugstream.simulator.chargers=1000} and {@code -Dtest.jvm.arguments="-Xmx256m …"}.
 */
class FleetTest {

    private static final int CHARGERS = Integer.getInteger("plugstream.simulator.chargers", 50);
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final ChargerModel MODEL =
            ChargerModel.wallbox("SERIAL").withConfiguration(Map.of("MeterValueSampleInterval", "1"));

    @Test
    void manyChargersRunInAProcess() throws Exception {
        var port = freePort();
        var central = new RecordingCentralSystem();
        central.open(port);
        try (var fleet = new Fleet(Clock.systemUTC())) {
            var platformThreads = platformThreads();
            List<SimulatedCharger> chargers = IntStream.range(0, CHARGERS)
                    .mapToObj(number -> fleet.charger(
                            new ChargerAddress(
                                    URI.create("ws://localhost:" + port + "/ocpp/org/CP-" + number),
                                    "CP-" + number,
                                    "sixteen and more"),
                            new Ocpp16(),
                            MODEL,
                            ChargerState.fresh(MODEL),
                            _ -> {},
                            new ChargerObserver() {}))
                    .toList();
            chargers.forEach(SimulatedCharger::start);
            for (var charger : chargers) {
                assertThat(charger.await(ChargerView::idle, LIMIT)).isTrue();
                charger.act(known -> known.plugIn(1) && known.swipe(1, "TAG"));
            }
            for (var charger : chargers) {
                assertThat(charger.await(view -> view.state().transactionId() != null, LIMIT))
                        .isTrue();
            }
            await().atMost(LIMIT)
                    .until(() -> central.actions().stream()
                                    .filter("MeterValues"::equals)
                                    .count()
                            >= 3L * CHARGERS);
            assertThat(platformThreads() - platformThreads)
                    .as("threads besides those of the central system, whatever the number of chargers")
                    .isLessThan(64);
            for (var charger : chargers) {
                charger.act(known -> known.unplug(1));
            }
            for (var charger : chargers) {
                assertThat(charger.await(view -> view.idle() && !view.state().isCharging(), LIMIT))
                        .isTrue();
            }
            assertThat(central.stopped()).hasSize(CHARGERS);
            report(central.actions().size());
        } finally {
            central.close();
        }
    }

    private static void report(int messages) {
        System.gc();
        var runtime = Runtime.getRuntime();
        System.out.printf(
                "%d chargers and their central system: %d MB live of %d MB, %d messages%n",
                CHARGERS, (runtime.totalMemory() - runtime.freeMemory()) >> 20, runtime.maxMemory() >> 20, messages);
    }

    private static long platformThreads() {
        return Thread.getAllStackTraces().size();
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
