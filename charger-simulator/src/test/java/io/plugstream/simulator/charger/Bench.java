package io.plugstream.simulator.charger;

import io.plugstream.model.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** A charger without a connection, and a central system that answers at once unless a test makes it wait. */
final class Bench {

    static final String TAG = "TAG";

    final FakeClock clock = new FakeClock();
    final List<Message> sent = new ArrayList<>();
    private final ChargerModel model;
    private Charger charger;
    private int transactions = 100;

    Bench(ChargerModel model) {
        this.model = model;
        this.charger = new Charger(model, ChargerState.fresh(model), clock, false);
    }

    static Bench connected() {
        var bench = new Bench(ChargerModel.wallbox("SERIAL"));
        bench.connect();
        return bench;
    }

    /** A charger that charges at connector 1. */
    static Bench charging() {
        var bench = connected();
        bench.charger().plugIn(1);
        bench.charger().swipe(1, TAG);
        bench.talk();
        Objects.requireNonNull(bench.charger().state().transactionId());
        return bench;
    }

    void connect() {
        charger.connected();
        talk();
    }

    Charger charger() {
        return charger;
    }

    /** Simulates a power failure: only the state's JSON is kept. */
    void crash() {
        crash(charger.state());
    }

    /** Simulates a power failure after which only an earlier state's JSON is left. */
    void crash(ChargerState stored) {
        var written = Json.mapper().writeValueAsString(stored);
        charger = new Charger(model, Json.mapper().readValue(written, ChargerState.class), clock, false);
    }

    /** Sends and answers messages until none is left. */
    void talk() {
        for (var next = charger.next(); next.isPresent(); next = charger.next()) {
            sent.add(next.get());
            charger.confirmed(answer(next.get()));
        }
    }

    Confirmation answer(Message message) {
        return switch (message) {
            case Message.Booted _ -> new Confirmation.Registered(true, Duration.ofMinutes(5));
            case Message.Identified(var _, var idTag) -> new Confirmation.Identified(!idTag.equals("BLOCKED"));
            case Message.ChargingStarted _ -> new Confirmation.Started(++transactions, true);
            default -> new Confirmation.Acknowledged();
        };
    }

    /** Lets time pass, and the charger do its due work. */
    void pass(Duration time) {
        var end = clock.instant().plus(time);
        for (var wake = charger.nextWake(); wake.isPresent() && !wake.get().isAfter(end); wake = charger.nextWake()) {
            clock.reach(wake.get().isBefore(clock.instant()) ? clock.instant() : wake.get());
            charger.tick();
            talk();
        }
        clock.reach(end);
        charger.tick();
        talk();
    }

    /** The messages since the last call, abbreviated. */
    List<String> takeSent() {
        return takeSent(Bench::inShort);
    }

    <T> List<T> takeSent(Function<Message, T> as) {
        var taken = sent.stream().map(as).toList();
        sent.clear();
        return taken;
    }

    <T extends Message> Optional<T> last(Class<T> kind) {
        return sent.stream().filter(kind::isInstance).map(kind::cast).reduce((_, later) -> later);
    }

    private static String inShort(Message message) {
        return switch (message) {
            case Message.StatusChanged status -> status.connectorId() + " " + status.status();
            case Message.ChargingStopped stop -> "ChargingStopped " + stop.reason();
            case Message.FirmwareStatus(var progress, var _) -> "FirmwareStatus " + progress;
            case Message.DiagnosticsStatus(var progress, var _) -> "DiagnosticsStatus " + progress;
            default -> message.getClass().getSimpleName();
        };
    }
}
