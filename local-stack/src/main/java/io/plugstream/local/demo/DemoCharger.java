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
 * A simulated charger at which cars charge one after the other. When one was stopped from afar, the next leaves time for a
 * remote start.
 */
final class DemoCharger implements AutoCloseable {

    private static final String TAG = "DEMO-TAG";
    private static final int CONNECTOR = 1;
    private static final double WATTS = 150_000;
    private static final int READINGS = 4;
    private static final int LONG_REST = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Duration pause;
    private final Fleet fleet = new Fleet(Clock.systemUTC());
    private final SimulatedCharger charger;
    private final Duration session;
    private @Nullable Thread visitors;

    /**
     * Keeps its memory in {@code file}.
     *
     * @param sampleSeconds between readings of its meter
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

    /** Says what goes wrong. */
    private record Troubles(String chargeBoxId, Consumer<String> say) implements ChargerObserver {
        @Override
        public void disconnected(String reason, Duration next) {
            say.accept("%s has no connection (%s); it tries again in %.1f s"
                    .formatted(chargeBoxId, reason, next.toMillis() / 1e3));
        }

        @Override
        public void refused(String action, String code, String description) {
            say.accept("The gateway answered %s of %s with %s%s"
                    .formatted(action, chargeBoxId, code, description.isEmpty() ? "" : ": " + description));
        }

        @Override
        public void notKept(Exception failure) {
            say.accept(chargeBoxId + " cannot keep its memory: " + failure.getMessage());
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
                // Offline or not: what is not told is told later.
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
        charger.await(view -> view.connected() && view.idle(), PATIENCE);
        var awaited = charger.await(view -> view.state().isAwaited(), rest);
        var _ = charger.act(known -> known.plugIn(CONNECTOR) && (awaited || known.swipe(CONNECTOR, TAG)));
        charger.await(view -> view.state().isCharging(), pause);
    }

    /** False if somebody else ended it. */
    private boolean charge() throws InterruptedException {
        var begun = charger.view().state().isCharging();
        var ended = begun && charger.await(view -> !view.state().isCharging(), session);
        var _ = begun && !ended && charger.act(known -> known.swipe(CONNECTOR, TAG));
        charger.await(ChargerView::idle, PATIENCE);
        Thread.sleep(pause);
        var _ = charger.act(known -> known.unplug(CONNECTOR));
        return !ended;
    }

    /** Disconnects; it goes on where it was at the next start. */
    @Override
    public void close() {
        var running = visitors;
        if (running != null) {
            running.interrupt();
        }
        fleet.close();
    }
}
