package io.plugstream.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.plugstream.model.charger.ChargerId;
import io.plugstream.model.json.Json;
import io.plugstream.model.sandbox.SandboxState;
import io.plugstream.parts.RealParts;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** A change of several settings of a charger that is awake. */
class ChangedSettingsIT {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int POWER = 22_000;

    private static ConfigurableApplicationContext sandbox;
    private static SandboxClient client;

    private final ChargerId id = new ChargerId("org-" + UUID.randomUUID(), "CP-1");

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

    @Test
    void areAppliedAtOnce() throws Exception {
        var registeredAt = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        var password = SandboxClient.password(id);
        client.register(SandboxClient.charger(id, password, true, registeredAt, 11_000, Map.of()));
        await("it wakes").atMost(LONG).until(() -> client.state(id).isPresent());

        client.register(SandboxClient.charger(id, password, true, registeredAt, POWER, Map.of("Reset", "reject")));
        await("the new power")
                .atMost(LONG)
                .until(() -> hasPower(client.state(id).orElseThrow()));

        assertThat(client.history(id))
                .as("each state has both settings or none")
                .allMatch(state -> hasPower(state) == hasAnswer(state));
    }

    private static boolean hasPower(SandboxState state) {
        return state.equipment().powerW() == POWER;
    }

    private static boolean hasAnswer(SandboxState state) {
        return Json.mapper().readTree(state.memory()).path("answers").has("Reset");
    }
}
