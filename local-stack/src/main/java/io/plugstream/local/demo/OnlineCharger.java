package io.plugstream.local.demo;

import io.plugstream.local.demo.ChargerMemory.Charging;
import io.plugstream.local.demo.OcppConnection.CallRefused;
import io.plugstream.model.json.Timestamps;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** The charger over one connection: it boots, and then takes one step of its course after the other. */
final class OnlineCharger {
    private static final int UPDATES = 4;
    private static final int WATT_HOURS_AN_UPDATE = 150;
    private static final int REST = 20;
    private static final String ID_TAG = "DEMO-TAG";

    private final OcppConnection connection;
    private final ChargerState state;
    private final ChargerSettings settings;
    private final Duration pause;
    private final Consumer<String> say;
    private final Map<Integer, String> shown = new HashMap<>();
    private boolean booted;

    OnlineCharger(
            OcppConnection connection,
            ChargerState state,
            ChargerSettings settings,
            Duration pause,
            Consumer<String> say) {
        this.connection = connection;
        this.state = state;
        this.settings = settings;
        this.pause = pause;
        this.say = say;
    }

    /** Returns when the charger is to restart and has stopped charging. */
    void run() throws IOException, InterruptedException {
        while (!state.isRestarting() || state.memory().charging() != null) {
            try {
                step();
            } catch (CallRefused e) {
                say.accept("The gateway answered the simulated charger with %s; it repeats the message"
                        .formatted(e.getMessage()));
                Thread.sleep(pause);
            }
        }
    }

    private void step() throws IOException, InterruptedException, CallRefused {
        if (!booted) {
            boot();
            booted = true;
        }
        for (var wanted = state.nextWanted(); wanted != null; wanted = state.nextWanted()) {
            say(wanted);
        }
        var charging = state.memory().charging();
        if (charging == null) {
            prepare();
        } else if (charging.transactionId() == null) {
            start(charging);
        } else if (charging.stoppedAt() == null) {
            charge();
        } else {
            stop(charging);
        }
    }

    private void boot() throws IOException, InterruptedException, CallRefused {
        notifyBoot();
        show(0);
    }

    private void notifyBoot() throws IOException, InterruptedException, CallRefused {
        connection.call(
                "BootNotification",
                Map.of("chargePointVendor", "Plugstream", "chargePointModel", "Simulator", "firmwareVersion", "1.0"));
    }

    /** What the central system has asked to hear. */
    private void say(String message) throws IOException, InterruptedException, CallRefused {
        switch (message) {
            case "BootNotification" -> notifyBoot();
            case "Heartbeat" -> connection.call("Heartbeat", Map.of());
            case "MeterValues" -> meter();
            case "StatusNotification" ->
                status(RemoteControl.CONNECTOR, shown.getOrDefault(RemoteControl.CONNECTOR, idle()));
            default -> throw new IllegalArgumentException(message);
        }
    }

    private void prepare() throws IOException, InterruptedException, CallRefused {
        show(0);
        show(RemoteControl.CONNECTOR);
        if (state.remoteTag() == null
                && (!state.pause(restOrPause()) || !state.memory().isOperative())) {
            return;
        }
        show(RemoteControl.CONNECTOR, "Preparing");
        var tag = state.remoteTag();
        connection.call("Authorize", Map.of("idTag", Objects.requireNonNullElse(tag, ID_TAG)));
        state.begin(tag);
    }

    private Duration restOrPause() {
        return state.isResting() ? pause.multipliedBy(REST) : pause;
    }

    /** Asks for the transaction's id: now, or again with the same content. */
    private void start(Charging charging) throws IOException, InterruptedException, CallRefused {
        var answer = connection.call(
                "StartTransaction",
                Map.of(
                        "connectorId",
                        RemoteControl.CONNECTOR,
                        "idTag",
                        tag(charging),
                        "meterStart",
                        charging.meterStart(),
                        "timestamp",
                        Timestamps.format(charging.startedAt())));
        var id = answer.path("transactionId").asInt();
        var _ = state.remember(memory -> memory.with(memory.present().startedAs(id)));
    }

    private void charge() throws IOException, InterruptedException, CallRefused {
        show(RemoteControl.CONNECTOR, "Charging");
        if (!state.pause(settings.sampleInterval())) {
            return;
        }
        var memory = state.remember(past -> past.metered(past.meter() + WATT_HOURS_AN_UPDATE)
                .with(past.present().updated()));
        if (memory.present().updates() >= UPDATES) {
            var time = state.now();
            var _ = state.remember(past -> past.with(past.present().stopped(time, "Local")));
        }
        meter();
    }

    private void meter() throws IOException, InterruptedException, CallRefused {
        var memory = state.memory();
        var sample = Map.of(
                "value", Integer.toString(memory.meter()), "measurand", "Energy.Active.Import.Register", "unit", "Wh");
        Map<String, Object> payload = new HashMap<>();
        payload.put("connectorId", RemoteControl.CONNECTOR);
        payload.put(
                "meterValue",
                List.of(Map.of("timestamp", Timestamps.format(state.now()), "sampledValue", List.of(sample))));
        var charging = memory.charging();
        var id = charging == null ? null : charging.transactionId();
        if (id != null) {
            payload.put("transactionId", id);
        }
        connection.call("MeterValues", payload);
    }

    private void stop(Charging charging) throws IOException, InterruptedException, CallRefused {
        connection.call(
                "StopTransaction",
                Map.of(
                        "transactionId",
                        Objects.requireNonNull(charging.transactionId()),
                        "idTag",
                        tag(charging),
                        "meterStop",
                        state.memory().meter(),
                        "timestamp",
                        Timestamps.format(Objects.requireNonNull(charging.stoppedAt())),
                        "reason",
                        Objects.requireNonNullElse(charging.reason(), "Local")));
        var _ = state.remember(memory -> memory.with(null));
        show(RemoteControl.CONNECTOR, "Finishing");
        var _ = state.pause(pause);
    }

    private static String tag(Charging charging) {
        return Objects.requireNonNullElse(charging.idTag(), ID_TAG);
    }

    private String idle() {
        return state.memory().isOperative() ? "Available" : "Unavailable";
    }

    private void show(int connector) throws IOException, InterruptedException, CallRefused {
        show(connector, idle());
    }

    /** Tells a status if it is another than the last. */
    private void show(int connector, String status) throws IOException, InterruptedException, CallRefused {
        if (!status.equals(shown.get(connector))) {
            status(connector, status);
            shown.put(connector, status);
        }
    }

    private void status(int connector, String status) throws IOException, InterruptedException, CallRefused {
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
                        Timestamps.format(state.now())));
    }
}
