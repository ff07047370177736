package io.plugstream.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.json.Json;
import io.plugstream.model.sandbox.SandboxAction;
import io.plugstream.model.sandbox.SandboxState;
import io.plugstream.model.topic.Topics;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.node.ObjectNode;

/** A test charger that cannot be simulated stops no other. */
class HarmfulChargerIT {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int USUAL = 1_048_588;

    /** Enough for a state with a few messages. */
    private static final int LITTLE = 8_000;

    private static ConfigurableApplicationContext sandbox;
    private static SandboxClient client;

    private final String organisation = "org-" + UUID.randomUUID();
    private final ChargerId harmful = new ChargerId(organisation, "HARMFUL");
    /** In the same shard. */
    private final ChargerId other = IntStream.iterate(0, number -> number + 1)
            .mapToObj(number -> new ChargerId(organisation, "OTHER-" + number))
            .filter(id -> Topics.SANDBOX_ORDERS.partition(id) == Topics.SANDBOX_ORDERS.partition(harmful))
            .findFirst()
            .orElseThrow();

    @BeforeAll
    static void start() {
        sandbox = SandboxService.start(RealParts.kafka().bootstrapServers());
        client = new SandboxClient(RealParts.kafka().bootstrapServers());
    }

    @AfterAll
    static void stop() {
        client.close();
        sandbox.close();
    }

    /** Other classes use the same broker. */
    @AfterEach
    void letSleep() throws Exception {
        client.register(harmful, false, Instant.now());
        client.register(other, false, Instant.now());
        await("they sleep").atMost(LONG).until(() -> SandboxService.awake(sandbox) == 0);
    }

    @Test
    void aStateThatKafkaRefusesConcernsOnlyItsCharger() throws Exception {
        awake(harmful, Instant.now());
        awake(other, Instant.now());
        client.act(harmful, SandboxAction.PLUG_IN);
        accept(LITTLE);
        try {
            for (var swipe = 0; swipe < 150; swipe++) {
                client.act(harmful, SandboxAction.SWIPE);
            }
            await("a refusal").atMost(LONG).until(() -> failures() > 0 || count("unsaved") > 0);

            assertObeys(other);
            assertThat(failures()).isZero();
        } finally {
            accept(USUAL);
        }
        // Once its state can be stored, it goes on.
        assertObeys(harmful);
    }

    @Test
    void aStateThatCannotBeUsedConcernsOnlyItsCharger() throws Exception {
        var at = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        var usable = awake(harmful, at);
        awake(other, Instant.now());
        var woken = SandboxService.awake(sandbox);
        client.register(harmful, false, at);
        await("it sleeps").atMost(LONG).until(() -> SandboxService.awake(sandbox) < woken);
        client.store(withoutConnectors(usable));
        client.register(harmful, true, at);
        client.act(harmful, SandboxAction.PLUG_IN);

        assertObeys(other);
        assertThat(failures()).isZero();
    }

    @Test
    void anOrderThatWaitsForItsChargerDelaysNoOther() throws Exception {
        awake(other, Instant.now());
        client.register(harmful, false, Instant.now());
        var given = unknown();

        client.act(harmful, SandboxAction.PLUG_IN);
        // The first order may be read together with the one that waits.
        assertObeys(other);
        assertObeys(other);
        assertThat(unknown()).as("the order still waits").isEqualTo(given);

        await("it is given up").atMost(LONG).until(() -> unknown() > given);
    }

    private static SandboxState awake(ChargerId id, Instant registeredAt) throws Exception {
        client.register(id, true, registeredAt);
        await("the charger wakes").atMost(LONG).until(() -> client.state(id).isPresent());
        return client.state(id).orElseThrow();
    }

    private static void assertObeys(ChargerId id) throws Exception {
        long offset = client.act(id, SandboxAction.UNPLUG);
        await("an order")
                .atMost(LONG)
                .until(() -> client.state(id).orElseThrow().through() >= offset);
    }

    private static SandboxState withoutConnectors(SandboxState state) {
        var memory = (ObjectNode) Json.mapper().readTree(state.memory());
        memory.putArray("connectors");
        return new SandboxState(
                state.organisationId(),
                state.chargeBoxId(),
                state.registeredAt(),
                memory.toString(),
                state.through(),
                state.usedAt(),
                state.equipment(),
                state.shown(),
                state.runs());
    }

    /** The number of orders for chargers that are not simulated. */
    private static double unknown() {
        return sandbox.getBean(MeterRegistry.class)
                .get("plugstream.sandbox.orders")
                .tag("fate", "unknown")
                .counter()
                .count();
    }

    private static double failures() {
        return count("failures");
    }

    private static double count(String name) {
        var counter = sandbox.getBean(MeterRegistry.class)
                .find("plugstream.sandbox." + name)
                .counter();
        return counter == null ? 0 : counter.count();
    }

    /** Sets the largest record in bytes that the broker accepts in the topic of states. */
    private static void accept(int bytes) throws Exception {
        var topic = new ConfigResource(ConfigResource.Type.TOPIC, Topics.SANDBOX_STATES.name());
        var change = List.of(new AlterConfigOp(
                new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(bytes)),
                AlterConfigOp.OpType.SET));
        try (var admin =
                Admin.create(Map.of("bootstrap.servers", RealParts.kafka().bootstrapServers()))) {
            admin.incrementalAlterConfigs(Map.of(topic, change)).all().get(20, TimeUnit.SECONDS);
        }
    }
}
