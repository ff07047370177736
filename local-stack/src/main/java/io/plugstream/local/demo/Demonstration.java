package io.plugstream.local.demo;

import io.plugstream.local.demo.PublicApi.Credential;
import io.plugstream.local.process.StartException;
import io.plugstream.model.event.EventType;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The demonstration with organisation {@code demo}: cars visit one test charger per OCPP version, which the sandbox
 * simulates, and a receiver prints the webhooks.
 */
public final class Demonstration implements AutoCloseable {
    private static final Visits.Pace PACE =
            new Visits.Pace(Duration.ofSeconds(3), Duration.ofSeconds(20), Duration.ofMinutes(1));

    private final PublicApi api;
    private final Path directory;
    private final int receiverPort;
    private final Consumer<String> say;
    private final Map<String, Visits> visits = new ConcurrentHashMap<>();
    private @Nullable DemoState state;
    private volatile @Nullable WebhookReceiver receiver;

    /** A demonstration on the platform at these local ports. It keeps its state in {@code directory}. */
    public Demonstration(int apiPort, int identityPort, int receiverPort, Path directory, Consumer<String> say) {
        this.api = new PublicApi(apiPort, identityPort);
        this.directory = directory;
        this.receiverPort = receiverPort;
        this.say = say;
    }

    /** Starts the receiver, because the platform delivers to the webhook of an earlier start at once. */
    public void listen() {
        try {
            var kept = DemoState.read(file());
            var started = WebhookReceiver.start(receiverPort, say, this::hear);
            receiver = started;
            kept.ifPresent(known -> started.verifyWith(known.webhookSecret()));
        } catch (IOException e) {
            throw new StartException("The demonstration cannot be set up: " + e.getMessage(), e);
        }
    }

    private Path file() {
        return directory.resolve("demo.json");
    }

    /**
     * Sets up the organisation unless an earlier start did.
     *
     * @throws StartException if the platform's answer is unexpected
     */
    public void prepare() throws InterruptedException {
        var listening = Objects.requireNonNull(receiver, "The demonstration does not listen");
        try {
            var setup = setup(listening.port());
            var prepared = setup.prepare();
            state = prepared;
            listening.verifyWith(prepared.webhookSecret());
            var credential = Credential.apiKey(prepared.apiKey());
            for (var chargeBoxId : setup.chargers(credential)) {
                visits.put(chargeBoxId, new Visits(api, credential, chargeBoxId, PACE, say));
            }
        } catch (IOException e) {
            throw new StartException("The demonstration cannot be set up: " + e.getMessage(), e);
        }
    }

    /** Pauses the webhook of an earlier start, instead of all the other steps. Returns its key if it still works. */
    public Optional<String> pause() throws InterruptedException {
        try {
            return setup(receiverPort).pause();
        } catch (IOException e) {
            say.accept("The webhook of the demonstration cannot be paused: " + e.getMessage());
            return Optional.empty();
        }
    }

    private DemoSetup setup(int port) {
        return new DemoSetup(api, file(), "http://localhost:" + port + WebhookReceiver.PATH);
    }

    private void hear(JsonNode envelope) {
        var data = envelope.path("data");
        var visited = visits.get(data.path("chargeBoxId").asString(""));
        if (visited != null
                && envelope.path("event").asString("").equals(EventType.CONNECTOR_STATUS_CHANGED.wireName())
                && data.path("connectorId").asInt(0) == Visits.CONNECTOR) {
            visited.hear(data.path("status").asString(""));
        }
    }

    /** Lets cars visit the chargers. */
    public void start() {
        visits.values().forEach(Visits::start);
    }

    public String apiKey() {
        return Objects.requireNonNull(state, "The demonstration is not prepared")
                .apiKey();
    }

    /** The OCPP 1.6 charger, then the 2.0.1 charger; fewer if the user's test chargers leave no room. */
    public List<String> chargeBoxIds() {
        return visits.keySet().stream().sorted().toList();
    }

    public void endVisits() {
        visits.values().forEach(Visits::close);
    }

    /** Ends the visits, then stops the receiver. */
    @Override
    public void close() {
        endVisits();
        var listening = receiver;
        if (listening != null) {
            listening.close();
        }
    }
}
