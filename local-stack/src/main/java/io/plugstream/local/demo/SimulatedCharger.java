package io.plugstream.local.demo;

import io.plugstream.local.demo.ChargerMemory.Charging;
import io.plugstream.local.demo.OcppConnection.CallRefused;
import io.plugstream.model.json.Timestamps;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A charger with one connector that charges again and again. When the connection breaks it comes back, and repeats what was not
 * answered with the same content, as OCPP 1.6 section 4.1.1 asks for messages of a transaction.
 */
final class SimulatedCharger implements Runnable {
    private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(15);
    private static final int CONNECTOR = 1;
    private static final int UPDATES = 4;
    private static final int WATT_HOURS_AN_UPDATE = 150;
    private static final String ID_TAG = "DEMO-TAG";

    private final DemoState state;
    private final Path file;
    private final Duration pause;
    private final Clock clock;
    private final Consumer<String> say;

    /** Keeps its memory in {@code file} and waits {@code pause} between steps. */
    SimulatedCharger(DemoState state, Path file, Duration pause, Clock clock, Consumer<String> say) {
        this.state = state;
        this.file = file;
        this.pause = pause;
        this.clock = clock;
        this.say = say;
    }

    /** Runs until the thread is interrupted. */
    @Override
    public void run() {
        var backOff = Duration.ofMillis(500);
        try {
            while (true) {
                var begin = clock.instant();
                try (var connection = OcppConnection.open(
                        URI.create(state.connectionUrl()), state.chargeBoxId(), state.chargerPassword())) {
                    charge(connection);
                } catch (IOException e) {
                    backOff = Duration.between(begin, clock.instant()).compareTo(LONGEST_BACK_OFF) > 0
                            ? Duration.ofMillis(500)
                            : shorter(backOff.multipliedBy(2), LONGEST_BACK_OFF);
                    say.accept("The simulated charger has no connection (%s); it tries again in %.0f s"
                            .formatted(e.getMessage(), backOff.toMillis() / 1e3));
                }
                Thread.sleep(backOff);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void charge(OcppConnection connection) throws IOException, InterruptedException {
        var booted = false;
        while (true) {
            try {
                if (!booted) {
                    boot(connection);
                    booted = true;
                }
                chargeOnce(connection);
            } catch (CallRefused e) {
                say.accept("The gateway answered the simulated charger with %s; it repeats the message"
                        .formatted(e.getMessage()));
                Thread.sleep(pause);
            }
        }
    }

    private void boot(OcppConnection connection) throws IOException, InterruptedException, CallRefused {
        connection.call(
                "BootNotification",
                Map.of("chargePointVendor", "Plugstream", "chargePointModel", "Simulator", "firmwareVersion", "1.0"));
        status(connection, 0, "Available");
    }

    private void chargeOnce(OcppConnection connection) throws IOException, InterruptedException, CallRefused {
        if (ChargerMemory.read(file).charging() == null) {
            begin(connection);
        }
        var charging = started(connection);
        status(connection, CONNECTOR, "Charging");
        while (charging.stoppedAt() == null) {
            Thread.sleep(pause);
            charging = update(connection, charging);
        }
        stop(connection, charging);
        status(connection, CONNECTOR, "Finishing");
        Thread.sleep(pause);
    }

    private void begin(OcppConnection connection) throws IOException, InterruptedException, CallRefused {
        status(connection, CONNECTOR, "Available");
        Thread.sleep(pause);
        status(connection, CONNECTOR, "Preparing");
        connection.call("Authorize", Map.of("idTag", ID_TAG));
        var meter = ChargerMemory.read(file).meter();
        new ChargerMemory(meter, new Charging(now(), meter, null, null, 0)).write(file);
    }

    /** The charging with its transaction id: asked for now, again with the same content, or known already. */
    private Charging started(OcppConnection connection) throws IOException, InterruptedException, CallRefused {
        var memory = ChargerMemory.read(file);
        var charging = Objects.requireNonNull(memory.charging());
        if (charging.transactionId() != null) {
            return charging;
        }
        var answer = connection.call(
                "StartTransaction",
                Map.of(
                        "connectorId",
                        CONNECTOR,
                        "idTag",
                        ID_TAG,
                        "meterStart",
                        charging.meterStart(),
                        "timestamp",
                        Timestamps.format(charging.startedAt())));
        var started = charging.startedAs(answer.path("transactionId").asInt());
        new ChargerMemory(memory.meter(), started).write(file);
        return started;
    }

    private Charging update(OcppConnection connection, Charging charging)
            throws IOException, InterruptedException, CallRefused {
        var meter = ChargerMemory.read(file).meter() + WATT_HOURS_AN_UPDATE;
        var updated = charging.updated();
        var next = updated.updates() < UPDATES ? updated : updated.stoppedAt(now());
        new ChargerMemory(meter, next).write(file);
        var sample =
                Map.of("value", Integer.toString(meter), "measurand", "Energy.Active.Import.Register", "unit", "Wh");
        connection.call(
                "MeterValues",
                Map.of(
                        "connectorId", CONNECTOR,
                        "transactionId", Objects.requireNonNull(charging.transactionId()),
                        "meterValue",
                                List.of(Map.of(
                                        "timestamp", Timestamps.format(now()), "sampledValue", List.of(sample)))));
        return next;
    }

    private void stop(OcppConnection connection, Charging charging)
            throws IOException, InterruptedException, CallRefused {
        var meter = ChargerMemory.read(file).meter();
        connection.call(
                "StopTransaction",
                Map.of(
                        "transactionId",
                        Objects.requireNonNull(charging.transactionId()),
                        "idTag",
                        ID_TAG,
                        "meterStop",
                        meter,
                        "timestamp",
                        Timestamps.format(Objects.requireNonNull(charging.stoppedAt())),
                        "reason",
                        "Local"));
        new ChargerMemory(meter, null).write(file);
    }

    private void status(OcppConnection connection, int connector, String status)
            throws IOException, InterruptedException, CallRefused {
        connection.call(
                "StatusNotification",
                Map.of(
                        "connectorId",
                        connector,
                        "errorCode",
                        "NoError",
                        "status",
                        status,
                        "timestamp",
                        Timestamps.format(now())));
    }

    /** To the millisecond, as it is written: a repetition must not differ. */
    private Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
