package io.plugstream.local.demo;

import io.plugstream.local.process.StartException;
import io.plugstream.simulator.ocpp16.Ocpp16;
import io.plugstream.simulator.ocpp2.Ocpp201;
import io.plugstream.simulator.protocol.Protocol;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The demonstration with organisation {@code demo}: one simulated charger per OCPP version charges in a loop, and a
 * receiver prints the webhooks.
 */
public final class Demonstration implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofSeconds(3);
    private static final int SAMPLE_SECONDS = 3;

    private final PublicApi api;
    private final Path directory;
    private final int receiverPort;
    private final Consumer<String> say;
    private @Nullable DemoState state;
    private volatile @Nullable WebhookReceiver receiver;
    private final List<DemoCharger> chargers = new CopyOnWriteArrayList<>();

    /** A demonstration on the platform at these local ports. It keeps its state in {@code directory}. */
    public Demonstration(int apiPort, int identityPort, int receiverPort, Path directory, Consumer<String> say) {
        this.api = new PublicApi(apiPort, identityPort);
        this.directory = directory;
        this.receiverPort = receiverPort;
        this.say = say;
    }

    /**
     * Sets up the organisation unless an earlier start did.
     *
     * @throws StartException if the platform's answer is unexpected
     */
    public void prepare() throws InterruptedException {
        var started = WebhookReceiver.start(receiverPort, say);
        receiver = started;
        try {
            var setup = new DemoSetup(
                    api, directory.resolve("demo.json"), "http://localhost:" + started.port() + WebhookReceiver.PATH);
            var prepared = setup.prepare();
            state = prepared;
            started.verifyWith(prepared.webhookSecret());
        } catch (IOException e) {
            throw new StartException("The demonstration cannot be set up: " + e.getMessage(), e);
        }
    }

    /**
     * Starts the chargers.
     *
     * @throws StartException if the saved state cannot be read
     */
    public void start() {
        try {
            start(prepared().chargers().getFirst(), new Ocpp16(), "simulator.json");
            start(prepared().chargers().getLast(), new Ocpp201(), "simulator-station.json");
        } catch (IOException e) {
            throw new StartException("A charger of the demonstration cannot start: " + e.getMessage(), e);
        }
    }

    private void start(DemoState.Registered registered, Protocol protocol, String memory) throws IOException {
        var charger = new DemoCharger(registered, protocol, directory.resolve(memory), SAMPLE_SECONDS, PAUSE, say);
        chargers.add(charger);
        charger.start();
    }

    public String apiKey() {
        return prepared().apiKey();
    }

    /** The OCPP 1.6 charger, then the 2.0.1 charger. */
    public List<String> chargeBoxIds() {
        return DemoSetup.CHARGERS;
    }

    /** Disconnects the chargers, which resume at the next start, then stops the receiver. */
    @Override
    public void close() {
        chargers.forEach(DemoCharger::close);
        var listening = receiver;
        if (listening != null) {
            listening.close();
        }
    }

    private DemoState prepared() {
        return Objects.requireNonNull(state, "The demonstration is not prepared");
    }
}
