package io.plugstream.local.demo;

import io.plugstream.local.process.StartException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Organisation {@code demo} in use: a simulated charger charges in a loop, and a receiver says what webhooks bring. */
public final class Demonstration implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofSeconds(3);
    private static final int SAMPLE_SECONDS = 3;

    private final PublicApi api;
    private final Path directory;
    private final int receiverPort;
    private final Consumer<String> say;
    private @Nullable DemoState state;
    private volatile @Nullable WebhookReceiver receiver;
    private volatile @Nullable DemoCharger charger;

    /** A demonstration on the platform at those ports of this machine, which remembers what it was given in {@code directory}. */
    public Demonstration(int apiPort, int identityPort, int receiverPort, Path directory, Consumer<String> say) {
        this.api = new PublicApi(apiPort, identityPort);
        this.directory = directory;
        this.receiverPort = receiverPort;
        this.say = say;
    }

    /**
     * Sets the organisation up unless it is already.
     *
     * @throws StartException if the platform answers otherwise than it should
     */
    public void prepare() throws InterruptedException {
        var started = WebhookReceiver.start(receiverPort, say);
        receiver = started;
        try {
            var setup = new DemoSetup(
                    api, directory.resolve("demo.json"), "http://localhost:" + started.port() + WebhookReceiver.PATH);
            var prepared = setup.prepare();
            state = prepared;
            started.verifyWith(new WebhookSignature(prepared.webhookSecret(), Clock.systemUTC()));
        } catch (IOException e) {
            throw new StartException("The demonstration cannot be set up: " + e.getMessage(), e);
        }
    }

    /**
     * Lets the charger charge.
     *
     * @throws StartException if what it remembers cannot be read
     */
    public void start() {
        try {
            var ready = new DemoCharger(prepared(), directory.resolve("simulator.json"), SAMPLE_SECONDS, PAUSE, say);
            charger = ready;
            ready.start();
        } catch (IOException e) {
            throw new StartException("The demonstration's charger cannot start: " + e.getMessage(), e);
        }
    }

    public String apiKey() {
        return prepared().apiKey();
    }

    public String chargeBoxId() {
        return prepared().chargeBoxId();
    }

    /** Disconnects the charger, which goes on where it was at the next start, and then the receiver. */
    @Override
    public void close() {
        var running = charger;
        if (running != null) {
            running.close();
        }
        var listening = receiver;
        if (listening != null) {
            listening.close();
        }
    }

    private DemoState prepared() {
        return Objects.requireNonNull(state, "The demonstration is not prepared");
    }
}
