package io.plugstream.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.sandbox.SandboxAction;
import io.plugstream.model.sandbox.SandboxOrder;
import io.plugstream.model.sandbox.SandboxRun;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** A charger that its organisation hands over to a simulator of its own, and takes back. */
class HandedOverChargerIT {

    private static final Duration LONG = Duration.ofSeconds(30);

    private static ConfigurableApplicationContext sandbox;
    private static SandboxClient client;

    private final ChargerId id = new ChargerId("org-" + UUID.randomUUID(), "CP-1");
    private final Instant registeredAt = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    @BeforeAll
    static void start() {
        sandbox = newSandbox();
        client = new SandboxClient(RealParts.kafka().bootstrapServers());
    }

    private static ConfigurableApplicationContext newSandbox() {
        return SandboxService.start(RealParts.kafka().bootstrapServers());
    }

    @AfterAll
    static void stop() {
        client.close();
        sandbox.close();
    }

    @Test
    void anOrderWaitsUntilItsChargerIsSimulatedAgain() throws Exception {
        register(true);
        await("it wakes").atMost(LONG).until(() -> client.state(id).isPresent());
        register(false);
        await("it sleeps").atMost(LONG).until(() -> SandboxService.awake(sandbox) == 0);

        client.act(id, SandboxAction.PLUG_IN);
        assertThat(client.state(id).orElseThrow().shown().plugged()).isFalse();
        register(true);

        await("the order")
                .atMost(LONG)
                .until(() -> client.state(id).orElseThrow().shown().plugged());
        register(false);
        await("it sleeps").atMost(LONG).until(() -> SandboxService.awake(sandbox) == 0);
    }

    @Test
    void aScenarioEndsAtTheHandOver() throws Exception {
        register(true);
        await("it wakes").atMost(LONG).until(() -> client.state(id).isPresent());
        client.order(id, new SandboxOrder.Run(Instant.now(), UUID.randomUUID(), "normalSession", 1));
        awaitRun(SandboxRun.Status.RUNNING);
        var running = client.state(id).orElseThrow();

        register(false);
        awaitRun(SandboxRun.Status.FAILED);
        assertThat(client.state(id).orElseThrow().runs().getFirst().failure()).contains("simulated");

        // The hand-over happens while no sandbox runs.
        sandbox.close();
        client.store(running);
        awaitRun(SandboxRun.Status.RUNNING);
        sandbox = newSandbox();
        awaitRun(SandboxRun.Status.FAILED);
    }

    private void register(boolean simulated) throws Exception {
        client.register(id, simulated, registeredAt);
    }

    private void awaitRun(SandboxRun.Status status) {
        await("a run that is " + status.wireName())
                .atMost(LONG)
                .until(() -> client.state(id).orElseThrow().runs().stream().anyMatch(run -> run.status() == status));
    }
}
