package io.plugstream.local.demo;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A charger with one connector that charges again and again. When the connection breaks it comes back, and repeats what was not
 * answered with the same content, as OCPP 1.6 section 4.1.1 asks for messages of a transaction.
 */
final class SimulatedCharger implements Runnable {
    private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(15);

    private final DemoState demo;
    private final Path file;
    private final Duration pause;
    private final Clock clock;
    private final Consumer<String> say;

    /** Null until its memory could be read. */
    private @Nullable ChargerState state;

    /** Keeps its memory in {@code file} and waits {@code pause} between steps. */
    SimulatedCharger(DemoState demo, Path file, Duration pause, Clock clock, Consumer<String> say) {
        this.demo = demo;
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
                try {
                    connect();
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

    /** Returns when the charger is to restart, after it has disconnected. */
    private void connect() throws IOException, InterruptedException {
        var known = state();
        var settings = new ChargerSettings(known, pause);
        var control = new RemoteControl(known, settings);
        try (var connection = OcppConnection.open(
                URI.create(demo.connectionUrl()), demo.chargeBoxId(), demo.chargerPassword(), control::answer)) {
            new OnlineCharger(connection, known, settings, pause, say).run();
        }
        known.restarted();
    }

    private ChargerState state() throws IOException {
        var present = state;
        if (present == null) {
            present = new ChargerState(file, clock);
            state = present;
        }
        return present;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
