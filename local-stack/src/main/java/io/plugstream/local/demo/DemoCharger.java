package io.plugstream.local.demo;

import io.plugstream.local.demo.DemoState.Registered;
import io.plugstream.local.process.PrivateFiles;
import io.plugstream.model.json.Json;
import io.plugstream.simulator.charger.ChargerModel;
import io.plugstream.simulator.charger.ChargerState;
import io.plugstream.simulator.fleet.ChargerAddress;
import io.plugstream.simulator.fleet.ChargerObserver;
import io.plugstream.simulator.fleet.ChargerView;
import io.plugstream.simulator.fleet.Fleet;
import io.plugstream.simulator.fleet.SimulatedCharger;
import io.plugstream.simulator.protocol.Protocol;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * A simulated charger that charges one car after another. After a remote stop the next car waits longer, to leave time
 * for a remote start.
 */
final class DemoCharger implements AutoCloseable {

    private static final String TAG = "DEMO-TAG";
    private static final int CONNECTOR = 1;
    private static final double WATTS = 150_000;
    private static final int READINGS = 4;
    private static final int LONG_REST = 20;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Duration pause;
    private final Fleet fleet = new Fleet(Clock.systemUTC());
    private final SimulatedCharger charger;
    private final Duration session;
    private @Nullable Thread visitors;

    /**
     * Keeps the charger's state in {@code file}.
     *
     * @param sampleSeconds seconds between meter readings
     * @param pause between cars
     */
    DemoCharger(
            Registered registered,
            Protocol protocol,
            Path file,
            int sampleSeconds,
            Duration pause,
            Consumer<String> say)
            throws IOException {
        this.pause = pause;
        this.session = Duration.ofSeconds(sampleSeconds).multipliedBy(READINGS).plusMillis(500);
        var model = ChargerModel.wallbox(registered.chargeBoxId())
                .withPower(WATTS)
                .withConfiguration(Map.of("MeterValueSampleInterval", Integer.toString(sampleSeconds)));
        this.charger = fleet.charger(
                new ChargerAddress(
                        URI.create(registered.connectionUrl()), registered.chargeBoxId(), registered.password()),
                protocol,
                model,
                read(file, model),
                state -> PrivateFiles.write(file, Json.mapper().writeValueAsString(state)),
                new Troubles(registered.chargeBoxId(), say));
    }

    private static ChargerState read(Path file, ChargerModel model) throws IOException {
        if (!Files.exists(file)) {
            return ChargerState.fresh(model);
        }
        try {
            return Json.mapper().readValue(Files.readString(file), ChargerState.class);
        } catch (JacksonException e) {
            throw new IOException(file + " cannot be read; delete it to begin with a new charger", e);
        }
    }

    /** Reports problems. */
    private record Troubles(String chargeBoxId, Consumer<String> say) implements ChargerObserver {
        @Override
        public void disconnected(String reason, Duration next) {
            say.accept("%s is disconnected (%s) and tries again in %.1f s"
                    .formatted(chargeBoxId, reason, next.toMillis() / 1e3));
        }

        @Override
        public void refused(String action, String code, String description) {
            say.accept("The gateway answered %s of %s with %s%s"
                    .formatted(action, chargeBoxId, code, description.isEmpty() ? "" : ": " + description));
        }

        @Override
        public void notSaved(Exception failure) {
            say.accept(chargeBoxId + " cannot save its state: " + failure.getMessage());
        }
    }

    void start() {
        charger.start();
        visitors = Thread.ofVirtual().name("demo-visitors").start(this::visit);
    }

    /** Runs until the thread is interrupted. */
    private void visit() {
        try {
            var rest = pause;
            while (true) {
                // Cars charge offline too: the charger sends its messages later.
                if (!charger.view().state().isCharging()) {
                    arrive(rest);
                }
                rest = charge() ? pause : pause.multipliedBy(LONG_REST);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void arrive(Duration rest) throws InterruptedException {
        charger.await(view -> view.connected() && view.idle(), TIMEOUT);
        var awaited = charger.await(view -> view.state().isAwaited(), rest);
        var _ = charger.act(known -> known.plugIn(CONNECTOR) && (awaited || known.swipe(CONNECTOR, TAG)));
        charger.await(view -> view.state().isCharging(), pause);
    }

    /** Returns false if somebody else ended the session. */
    private boolean charge() throws InterruptedException {
        var begun = charger.view().state().isCharging();
        var ended = begun && charger.await(view -> !view.state().isCharging(), session);
        var _ = begun && !ended && charger.act(known -> known.swipe(CONNECTOR, TAG));
        charger.await(ChargerView::idle, TIMEOUT);
        Thread.sleep(pause);
        var _ = charger.act(known -> known.unplug(CONNECTOR));
        return !ended;
    }

    /** Disconnects. The next start resumes from the saved state. */
    @Override
    public void close() {
        var running = visitors;
        if (running != null) {
            running.interrupt();
        }
        fleet.close();
    }
}
